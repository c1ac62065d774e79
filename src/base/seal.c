/* SPDX-License-Identifier: ISC */
/*
 * Sealed bytes (seal.h): a random nonce, then the box.
 *
 * The key is derived from that of tokens, so that no two uses share one.
 */
#include "base/seal.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/token.h"

#define VARIANT sodium_base64_VARIANT_ORIGINAL

static void
derive(const uint8_t from[32], uint8_t key[crypto_secretbox_KEYBYTES])
{
	static const char use[] = "riverpost seal 1";

	crypto_generichash(
	    key, crypto_secretbox_KEYBYTES, (const uint8_t *)use, sizeof use, from, 32);
}

const char *
seal(struct arena *arena, const struct keys *keys, const char *bytes, size_t length)
{
	size_t size = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + length;
	uint8_t *box = arena_bytes(arena, size), key[crypto_secretbox_KEYBYTES];
	char *text = arena_bytes(arena, sodium_base64_encoded_len(size, VARIANT));

	derive(keys->key[0], key);
	randombytes_buf(box, crypto_secretbox_NONCEBYTES);
	crypto_secretbox_easy(
	    box + crypto_secretbox_NONCEBYTES, (const uint8_t *)bytes, length, box, key);
	sodium_memzero(key, sizeof key);
	return sodium_bin2base64(
	    text, sodium_base64_encoded_len(size, VARIANT), box, size, VARIANT);
}

static bool
opens(const uint8_t from[32], const uint8_t *box, size_t size, uint8_t *out)
{
	uint8_t key[crypto_secretbox_KEYBYTES];
	int failed;

	derive(from, key);
	failed = crypto_secretbox_open_easy(
	    out, box + crypto_secretbox_NONCEBYTES, size - crypto_secretbox_NONCEBYTES, box, key);
	sodium_memzero(key, sizeof key);
	return failed == 0;
}

const char *
unseal(struct arena *arena, const struct keys *keys, const char *text, size_t text_length,
    size_t *length)
{
	uint8_t *box = arena_bytes(arena, text_length + 1),
		*out = arena_bytes(arena, text_length + 1);
	size_t size;

	if (sodium_base642bin(box, text_length, text, text_length, NULL, &size, NULL, VARIANT) !=
		0 ||
	    size < crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES)
		return NULL;
	for (int i = 0; i < 2; i++) {
		if (keys->number[i] == 0 || !opens(keys->key[i], box, size, out))
			continue;
		*length = size - crypto_secretbox_NONCEBYTES - crypto_secretbox_MACBYTES;
		out[*length] = '\0';
		return (const char *)out;
	}
	return NULL;
}
