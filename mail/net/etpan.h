/* SPDX-License-Identifier: ISC */
/*
 * libetpan, loaded when the address of an IMAP server is first read; as network.h does with
 * libcurl.
 */
#ifndef MAIL_NET_ETPAN_H
#define MAIL_NET_ETPAN_H

#include "mail/net/etpan_table.h"

struct err;

/* NULL until etpan_load, which url_read calls (url.h): nobody else has to. */
extern const struct etpan *etpan;
int etpan_load(struct err *err);

#define mailimap_capability           etpan->mailimap_capability
#define mailimap_capability_data_free etpan->mailimap_capability_data_free
#define mailimap_connect              etpan->mailimap_connect
#define mailimap_create               etpan->mailimap_create
#define mailimap_fetch_att_new_body_peek_section_partial \
	etpan->mailimap_fetch_att_new_body_peek_section_partial
#define mailimap_fetch_att_new_internaldate        etpan->mailimap_fetch_att_new_internaldate
#define mailimap_fetch_att_new_rfc822_size         etpan->mailimap_fetch_att_new_rfc822_size
#define mailimap_fetch_att_new_uid                 etpan->mailimap_fetch_att_new_uid
#define mailimap_fetch_list_free                   etpan->mailimap_fetch_list_free
#define mailimap_fetch_type_free                   etpan->mailimap_fetch_type_free
#define mailimap_fetch_type_new_fetch_att_list_add etpan->mailimap_fetch_type_new_fetch_att_list_add
#define mailimap_fetch_type_new_fetch_att_list_empty \
	etpan->mailimap_fetch_type_new_fetch_att_list_empty
#define mailimap_flag_list_add                 etpan->mailimap_flag_list_add
#define mailimap_flag_list_new_empty           etpan->mailimap_flag_list_new_empty
#define mailimap_flag_new_deleted              etpan->mailimap_flag_new_deleted
#define mailimap_free                          etpan->mailimap_free
#define mailimap_has_extension                 etpan->mailimap_has_extension
#define mailimap_has_id                        etpan->mailimap_has_id
#define mailimap_has_idle                      etpan->mailimap_has_idle
#define mailimap_has_uidplus                   etpan->mailimap_has_uidplus
#define mailimap_id_basic                      etpan->mailimap_id_basic
#define mailimap_mailbox_data_status_free      etpan->mailimap_mailbox_data_status_free
#define mailimap_new                           etpan->mailimap_new
#define mailimap_search_key_free               etpan->mailimap_search_key_free
#define mailimap_search_key_multiple_add       etpan->mailimap_search_key_multiple_add
#define mailimap_search_key_new_all            etpan->mailimap_search_key_new_all
#define mailimap_search_key_new_multiple_empty etpan->mailimap_search_key_new_multiple_empty
#define mailimap_search_key_new_uid            etpan->mailimap_search_key_new_uid
#define mailimap_search_result_free            etpan->mailimap_search_result_free
#define mailimap_section_new                   etpan->mailimap_section_new
#define mailimap_section_new_header            etpan->mailimap_section_new_header
#define mailimap_select                        etpan->mailimap_select
#define mailimap_set_add_interval              etpan->mailimap_set_add_interval
#define mailimap_set_add_single                etpan->mailimap_set_add_single
#define mailimap_set_free                      etpan->mailimap_set_free
#define mailimap_set_new_empty                 etpan->mailimap_set_new_empty
#define mailimap_set_new_interval              etpan->mailimap_set_new_interval
#define mailimap_status                        etpan->mailimap_status
#define mailimap_status_att_list_add           etpan->mailimap_status_att_list_add
#define mailimap_status_att_list_free          etpan->mailimap_status_att_list_free
#define mailimap_status_att_list_new_empty     etpan->mailimap_status_att_list_new_empty
#define mailimap_store_att_flags_free          etpan->mailimap_store_att_flags_free
#define mailimap_store_att_flags_new_add_flags_silent \
	etpan->mailimap_store_att_flags_new_add_flags_silent
#define mailimap_subscribe        etpan->mailimap_subscribe
#define mailimap_uid_expunge      etpan->mailimap_uid_expunge
#define mailimap_uid_fetch        etpan->mailimap_uid_fetch
#define mailimap_uid_search       etpan->mailimap_uid_search
#define mailimap_uid_store        etpan->mailimap_uid_store
#define mailimap_uidplus_uid_copy etpan->mailimap_uidplus_uid_copy
#define mailimap_uidplus_uid_move etpan->mailimap_uidplus_uid_move
#define mailstream_low_new        etpan->mailstream_low_new
#define mailstream_new            etpan->mailstream_new

#endif
