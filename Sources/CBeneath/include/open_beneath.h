#pragma once

// The flag that opens a path but not the file itself, so that a pipe's writer does not wake.
extern const int spots_path_only;

// Opens `path` below the folder of the descriptor `folder` with openat2(2). No part of the path may
// be a symbolic link, and none may lead out of the folder. Swift cannot make the system call
// itself, since syscall(2) is variadic.
//
// Returns a descriptor; -1 with errno when there is no such file, or no such system call.
int spots_open_beneath(int folder, const char *path, int flags);
