/* SPDX-License-Identifier: ISC */
/*
 * libcurl, loaded when the address of a mail server is first read.
 *
 * With all it needs itself it is two thirds of what starting the program costs, and letters
 * that come by a Maildir or the spool and go by sendmail need none of it.  The
 * program is not linked with them: files that call them include this header, which finds
 * each function under its own name in the table of the part (base/part.h).  Another
 * function is one more line in network_table.h and one here; without, the program does not
 * link.
 */
#ifndef MAIL_NET_NETWORK_H
#define MAIL_NET_NETWORK_H

#include "mail/net/network_table.h"

struct err;

/* NULL until network_load, which url_read calls (url.h): nobody else has to. */
extern const struct network *network;
int network_load(struct err *err);

/* libcurl has macros of these names. */
#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt

#define curl_easy_cleanup        network->curl_easy_cleanup
#define curl_easy_escape         network->curl_easy_escape
#define curl_easy_getinfo        network->curl_easy_getinfo
#define curl_easy_init           network->curl_easy_init
#define curl_easy_recv           network->curl_easy_recv
#define curl_easy_send           network->curl_easy_send
#define curl_easy_setopt         network->curl_easy_setopt
#define curl_easy_strerror       network->curl_easy_strerror
#define curl_free                network->curl_free
#define curl_multi_add_handle    network->curl_multi_add_handle
#define curl_multi_cleanup       network->curl_multi_cleanup
#define curl_multi_info_read     network->curl_multi_info_read
#define curl_multi_init          network->curl_multi_init
#define curl_multi_perform       network->curl_multi_perform
#define curl_multi_poll          network->curl_multi_poll
#define curl_multi_remove_handle network->curl_multi_remove_handle
#define curl_multi_setopt        network->curl_multi_setopt
#define curl_multi_socket_action network->curl_multi_socket_action
#define curl_url                 network->curl_url
#define curl_url_cleanup         network->curl_url_cleanup
#define curl_url_get             network->curl_url_get
#define curl_url_set             network->curl_url_set

#endif
