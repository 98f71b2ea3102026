// libcurl, loaded on demand: loading it with all its dependencies takes longer than opening a
// window. Only its types are needed to build.
//
// Variadic functions have one form here for each kind of argument, because Swift cannot call them
// otherwise. All but `loaded_curl_open` may be called only after it returned 1.
#ifndef LOADED_CURL_H
#define LOADED_CURL_H

#include <curl/curl.h>

// Loads and starts the library, once. Returns 1, or 0 when it is not installed. Not thread-safe.
int loaded_curl_open(void);

const char *loaded_curl_strerror(CURLcode code);

CURL *loaded_curl_easy_init(void);
void loaded_curl_easy_cleanup(CURL *easy);

// Continues a transfer whose data callback returned CURL_WRITEFUNC_PAUSE, and calls it again with
// the same bytes before returning.
CURLcode loaded_curl_resume(CURL *easy);

CURLcode loaded_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode loaded_curl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode loaded_curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode loaded_curl_set_data(CURL *easy, CURLoption option, curl_write_callback value);
CURLcode loaded_curl_set_socket(CURL *easy, curl_opensocket_callback value);
CURLcode loaded_curl_set_prerequest(CURL *easy, curl_prereq_callback value);

// Allows only http and https, and lets a canceled transfer end without waiting for a name server.
// The options have other names, or none, in older and newer headers.
void loaded_curl_set_web_only(CURL *easy);

// Values of CURLOPT_HTTPAUTH.
extern const unsigned long loaded_curl_bearer, loaded_curl_basic;

// A place for the cookies of transfers of one thread, which set it as CURLOPT_SHARE; NULL without
// memory. It stays until the program ends.
CURLSH *loaded_curl_cookies(void);

const char *loaded_curl_get_string(CURL *easy, CURLINFO info);

struct curl_slist *loaded_curl_list_append(struct curl_slist *list, const char *text);
void loaded_curl_list_free(struct curl_slist *list);

CURLM *loaded_curl_multi_init(void);
CURLMcode loaded_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode loaded_curl_multi_add(CURLM *multi, CURL *easy);
CURLMcode loaded_curl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode loaded_curl_multi_perform(CURLM *multi, int *running);
CURLMcode loaded_curl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode loaded_curl_multi_wakeup(CURLM *multi);

// Removes one transfer that has ended and returns it with its result, or NULL when there is none.
CURL *loaded_curl_multi_finished(CURLM *multi, CURLcode *result);

#endif
