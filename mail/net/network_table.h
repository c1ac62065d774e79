/* SPDX-License-Identifier: ISC */
/*
 * The functions of libcurl that are called here, as a table (network.h).
 */
#ifndef MAIL_NET_NETWORK_TABLE_H
#define MAIL_NET_NETWORK_TABLE_H

#include <curl/curl.h>

#define NETWORK_FUNCTIONS(F) \
	F(curl_easy_cleanup) \
	F(curl_easy_escape) \
	F(curl_easy_getinfo) \
	F(curl_easy_init) \
	F(curl_easy_recv) \
	F(curl_easy_send) \
	F(curl_easy_setopt) \
	F(curl_easy_strerror) \
	F(curl_free) \
	F(curl_multi_add_handle) \
	F(curl_multi_cleanup) \
	F(curl_multi_info_read) \
	F(curl_multi_init) \
	F(curl_multi_perform) \
	F(curl_multi_poll) \
	F(curl_multi_remove_handle) \
	F(curl_multi_setopt) \
	F(curl_multi_socket_action) \
	F(curl_url) \
	F(curl_url_cleanup) \
	F(curl_url_get) \
	F(curl_url_set)

#define NETWORK_NAME(name)   #name " "
#define NETWORK_MEMBER(name) __typeof__(&(name)) name;
struct network {
	const char *names; /* all of NETWORK_NAME (part_table) */
	NETWORK_FUNCTIONS(NETWORK_MEMBER)
};

/* In the part alone. */
extern const struct network network_functions;

#endif
