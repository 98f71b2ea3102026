#include "loaded_curl.h"

#include <dlfcn.h>
#include <stddef.h>

#define FUNCTIONS(each)                                                                            \
  each(curl_global_init) each(curl_easy_strerror) each(curl_easy_init) each(curl_easy_cleanup)     \
  each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_easy_pause) each(curl_slist_append)     \
  each(curl_slist_free_all) each(curl_multi_init) each(curl_multi_setopt)                          \
  each(curl_multi_add_handle) each(curl_multi_remove_handle) each(curl_multi_perform)              \
  each(curl_multi_poll) each(curl_multi_wakeup) each(curl_multi_info_read)                         \
  each(curl_share_init) each(curl_share_setopt)

// The header defines macros of these names to check arguments; here the functions are meant.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt

#define POINTER(name) static __typeof__(name) *the_##name;
FUNCTIONS(POINTER)

static int load(void) {
  // The second is the library's name on systems that have it only with GnuTLS.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define FIND(name)                                                                                 \
  the_##name = (__typeof__(name) *)dlsym(library, #name);                                       \
  if (!the_##name) return 0;
  FUNCTIONS(FIND)
  return the_curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int loaded_curl_open(void) {
  static int state = -1;
  if (state < 0) state = load();
  return state;
}

const char *loaded_curl_strerror(CURLcode code) { return the_curl_easy_strerror(code); }

CURL *loaded_curl_easy_init(void) { return the_curl_easy_init(); }
void loaded_curl_easy_cleanup(CURL *easy) { the_curl_easy_cleanup(easy); }
CURLcode loaded_curl_resume(CURL *easy) { return the_curl_easy_pause(easy, CURLPAUSE_CONT); }

CURLcode loaded_curl_set_long(CURL *easy, CURLoption option, long value) {
  return the_curl_easy_setopt(easy, option, value);
}
CURLcode loaded_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return the_curl_easy_setopt(easy, option, value);
}
CURLcode loaded_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return the_curl_easy_setopt(easy, option, value);
}
CURLcode loaded_curl_set_data(CURL *easy, CURLoption option, curl_write_callback value) {
  return the_curl_easy_setopt(easy, option, value);
}
CURLcode loaded_curl_set_socket(CURL *easy, curl_opensocket_callback value) {
  return the_curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
CURLcode loaded_curl_set_prerequest(CURL *easy, curl_prereq_callback value) {
  return the_curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}
void loaded_curl_set_web_only(CURL *easy) {
  enum { protocols = 181, protocol_names = 10318, quick_exit = 322 };
  // A library that knows the second option obeys it; older ones obey the first.
  the_curl_easy_setopt(easy, (CURLoption)protocols, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  the_curl_easy_setopt(easy, (CURLoption)protocol_names, "http,https");
  the_curl_easy_setopt(easy, (CURLoption)quick_exit, 1L);
}
const unsigned long loaded_curl_bearer = CURLAUTH_BEARER;
const unsigned long loaded_curl_basic = CURLAUTH_BASIC;

CURLSH *loaded_curl_cookies(void) {
  CURLSH *share = the_curl_share_init();
  if (share) the_curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  return share;
}

const char *loaded_curl_get_string(CURL *easy, CURLINFO info) {
  const char *value = NULL;
  the_curl_easy_getinfo(easy, info, &value);
  return value;
}

struct curl_slist *loaded_curl_list_append(struct curl_slist *list, const char *text) {
  return the_curl_slist_append(list, text);
}
void loaded_curl_list_free(struct curl_slist *list) { the_curl_slist_free_all(list); }

CURLM *loaded_curl_multi_init(void) { return the_curl_multi_init(); }
CURLMcode loaded_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return the_curl_multi_setopt(multi, option, value);
}
CURLMcode loaded_curl_multi_add(CURLM *multi, CURL *easy) {
  return the_curl_multi_add_handle(multi, easy);
}
CURLMcode loaded_curl_multi_remove(CURLM *multi, CURL *easy) {
  return the_curl_multi_remove_handle(multi, easy);
}
CURLMcode loaded_curl_multi_perform(CURLM *multi, int *running) {
  return the_curl_multi_perform(multi, running);
}
CURLMcode loaded_curl_multi_poll(CURLM *multi, int milliseconds) {
  return the_curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode loaded_curl_multi_wakeup(CURLM *multi) { return the_curl_multi_wakeup(multi); }

CURL *loaded_curl_multi_finished(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = the_curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
