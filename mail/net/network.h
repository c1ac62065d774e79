/* SPDX-License-Identifier: ISC */
/*
 * libcurl and libetpan, loaded when the address of a mail server is first read.
 *
 * With all they need themselves they are three quarters of what starting the program costs,
 * and letters that come by a Maildir or the spool and go by sendmail need none of it.  The
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

#define curl_easy_cleanup             network->curl_easy_cleanup
#define curl_easy_escape              network->curl_easy_escape
#define curl_easy_getinfo             network->curl_easy_getinfo
#define curl_easy_init                network->curl_easy_init
#define curl_easy_recv                network->curl_easy_recv
#define curl_easy_send                network->curl_easy_send
#define curl_easy_setopt              network->curl_easy_setopt
#define curl_easy_strerror            network->curl_easy_strerror
#define curl_free                     network->curl_free
#define curl_multi_add_handle         network->curl_multi_add_handle
#define curl_multi_cleanup            network->curl_multi_cleanup
#define curl_multi_info_read          network->curl_multi_info_read
#define curl_multi_init               network->curl_multi_init
#define curl_multi_perform            network->curl_multi_perform
#define curl_multi_poll               network->curl_multi_poll
#define curl_multi_remove_handle      network->curl_multi_remove_handle
#define curl_multi_setopt             network->curl_multi_setopt
#define curl_multi_socket_action      network->curl_multi_socket_action
#define curl_url                      network->curl_url
#define curl_url_cleanup              network->curl_url_cleanup
#define curl_url_get                  network->curl_url_get
#define curl_url_set                  network->curl_url_set
#define mailimap_capability           network->mailimap_capability
#define mailimap_capability_data_free network->mailimap_capability_data_free
#define mailimap_connect              network->mailimap_connect
#define mailimap_create               network->mailimap_create
#define mailimap_fetch_att_new_body_peek_section_partial \
	network->mailimap_fetch_att_new_body_peek_section_partial
#define mailimap_fetch_att_new_internaldate network->mailimap_fetch_att_new_internaldate
#define mailimap_fetch_att_new_rfc822_size  network->mailimap_fetch_att_new_rfc822_size
#define mailimap_fetch_att_new_uid          network->mailimap_fetch_att_new_uid
#define mailimap_fetch_list_free            network->mailimap_fetch_list_free
#define mailimap_fetch_type_free            network->mailimap_fetch_type_free
#define mailimap_fetch_type_new_fetch_att_list_add \
	network->mailimap_fetch_type_new_fetch_att_list_add
#define mailimap_fetch_type_new_fetch_att_list_empty \
	network->mailimap_fetch_type_new_fetch_att_list_empty
#define mailimap_flag_list_add                 network->mailimap_flag_list_add
#define mailimap_flag_list_new_empty           network->mailimap_flag_list_new_empty
#define mailimap_flag_new_deleted              network->mailimap_flag_new_deleted
#define mailimap_free                          network->mailimap_free
#define mailimap_has_extension                 network->mailimap_has_extension
#define mailimap_has_id                        network->mailimap_has_id
#define mailimap_has_idle                      network->mailimap_has_idle
#define mailimap_has_uidplus                   network->mailimap_has_uidplus
#define mailimap_id_basic                      network->mailimap_id_basic
#define mailimap_mailbox_data_status_free      network->mailimap_mailbox_data_status_free
#define mailimap_new                           network->mailimap_new
#define mailimap_search_key_free               network->mailimap_search_key_free
#define mailimap_search_key_multiple_add       network->mailimap_search_key_multiple_add
#define mailimap_search_key_new_all            network->mailimap_search_key_new_all
#define mailimap_search_key_new_multiple_empty network->mailimap_search_key_new_multiple_empty
#define mailimap_search_key_new_uid            network->mailimap_search_key_new_uid
#define mailimap_search_result_free            network->mailimap_search_result_free
#define mailimap_section_new                   network->mailimap_section_new
#define mailimap_section_new_header            network->mailimap_section_new_header
#define mailimap_select                        network->mailimap_select
#define mailimap_set_add_interval              network->mailimap_set_add_interval
#define mailimap_set_add_single                network->mailimap_set_add_single
#define mailimap_set_free                      network->mailimap_set_free
#define mailimap_set_new_empty                 network->mailimap_set_new_empty
#define mailimap_set_new_interval              network->mailimap_set_new_interval
#define mailimap_status                        network->mailimap_status
#define mailimap_status_att_list_add           network->mailimap_status_att_list_add
#define mailimap_status_att_list_free          network->mailimap_status_att_list_free
#define mailimap_status_att_list_new_empty     network->mailimap_status_att_list_new_empty
#define mailimap_store_att_flags_free          network->mailimap_store_att_flags_free
#define mailimap_store_att_flags_new_add_flags_silent \
	network->mailimap_store_att_flags_new_add_flags_silent
#define mailimap_subscribe        network->mailimap_subscribe
#define mailimap_uid_expunge      network->mailimap_uid_expunge
#define mailimap_uid_fetch        network->mailimap_uid_fetch
#define mailimap_uid_search       network->mailimap_uid_search
#define mailimap_uid_store        network->mailimap_uid_store
#define mailimap_uidplus_uid_copy network->mailimap_uidplus_uid_copy
#define mailimap_uidplus_uid_move network->mailimap_uidplus_uid_move
#define mailstream_low_new        network->mailstream_low_new
#define mailstream_new            network->mailstream_new

#endif
