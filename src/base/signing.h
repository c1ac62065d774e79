/* SPDX-License-Identifier: ISC */
/*
 * Signatures of files, as minisign makes them (by libsodium).
 *
 * Ed25519 over the file's BLAKE2b-512, and a second one over the first with the trusted comment:
 * four lines of text, which `minisign -V` reads ("ED", the kind that hashes first).
 *
 * The pair of keys lies in a file of its own, below the public keys of before, which are kept for
 * what they have signed.  It is read for each signature and wiped, so that no process holds the
 * secret for longer.
 */
#ifndef BASE_SIGNING_H
#define BASE_SIGNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct str;

#define SIGNING_FILE        "signing" /* in the home */
#define SIGNING_PUBLIC_SIZE 57        /* minisign's base64, and a NUL */
#define SIGNING_KEYS_MAX    64

struct signing_key {
	char public[SIGNING_PUBLIC_SIZE];
	int64_t since, until; /* until 0: in force */
};

/* [0] is in force; those of before, the newest first. */
struct signing {
	int count;
	struct signing_key keys[SIGNING_KEYS_MAX];
};

/* Makes the file with a pair of keys, unless it is there. */
int signing_make(const char *path, int64_t now, struct err *err);
/* A new pair; the public key of the old one stays. */
int signing_renew(const char *path, int64_t now, struct err *err);
/* The public keys. */
int signing_read(struct signing *signing, const char *path, struct err *err);
/* Puts the file `fresh` in the place of the one at `path`, whose public keys it takes over; but one
 * at `path` that knows all of `fresh` already stays. */
int signing_take(const char *path, const char *fresh, int64_t now, struct err *err);
/* A copy of the file, mode 0600, where there is none.  1; 0: there is nothing to copy; -1. */
int signing_copy(const char *path, const char *to, struct err *err);

/* Adds to `out` the signature of these bytes.  comment: one line, signed too; about: one that is
 * not. */
int signing_sign(const char *path, const char *bytes, size_t length, const char *about,
    const char *comment, struct str *out, struct err *err);

enum signing_finding {
	SIGNING_RIGHT,
	SIGNING_UNREADABLE, /* no signature of this kind */
	SIGNING_OTHER_KEY,
	SIGNING_OTHER_FILE,   /* the bytes are not those that were signed */
	SIGNING_OTHER_COMMENT /* … they are, but the trusted comment is not */
};

/* Is it a public key, as minisign writes it? */
bool signing_is_key(const char *public);
/* Does the signature fit these bytes and this public key?  comment: the trusted one, at most
 * `size` bytes of it with the NUL. */
enum signing_finding signing_check(const char *public, const char *bytes, size_t length,
    const char *signature, char *comment, size_t size);

#endif
