/* SPDX-License-Identifier: ISC */
/*
 * The functions of libetpan that are called here, as a table (etpan.h).
 */
#ifndef MAIL_NET_ETPAN_TABLE_H
#define MAIL_NET_ETPAN_TABLE_H

#include <libetpan/libetpan.h>

#define ETPAN_FUNCTIONS(F) \
	F(mailimap_capability) \
	F(mailimap_capability_data_free) \
	F(mailimap_connect) \
	F(mailimap_create) \
	F(mailimap_fetch_att_new_body_peek_section_partial) \
	F(mailimap_fetch_att_new_internaldate) \
	F(mailimap_fetch_att_new_rfc822_size) \
	F(mailimap_fetch_att_new_uid) \
	F(mailimap_fetch_list_free) \
	F(mailimap_fetch_type_free) \
	F(mailimap_fetch_type_new_fetch_att_list_add) \
	F(mailimap_fetch_type_new_fetch_att_list_empty) \
	F(mailimap_flag_list_add) \
	F(mailimap_flag_list_new_empty) \
	F(mailimap_flag_new_deleted) \
	F(mailimap_free) \
	F(mailimap_has_extension) \
	F(mailimap_has_id) \
	F(mailimap_has_idle) \
	F(mailimap_has_uidplus) \
	F(mailimap_id_basic) \
	F(mailimap_mailbox_data_status_free) \
	F(mailimap_new) \
	F(mailimap_search_key_free) \
	F(mailimap_search_key_multiple_add) \
	F(mailimap_search_key_new_all) \
	F(mailimap_search_key_new_multiple_empty) \
	F(mailimap_search_key_new_uid) \
	F(mailimap_search_result_free) \
	F(mailimap_section_new) \
	F(mailimap_section_new_header) \
	F(mailimap_select) \
	F(mailimap_set_add_interval) \
	F(mailimap_set_add_single) \
	F(mailimap_set_free) \
	F(mailimap_set_new_empty) \
	F(mailimap_set_new_interval) \
	F(mailimap_status) \
	F(mailimap_status_att_list_add) \
	F(mailimap_status_att_list_free) \
	F(mailimap_status_att_list_new_empty) \
	F(mailimap_store_att_flags_free) \
	F(mailimap_store_att_flags_new_add_flags_silent) \
	F(mailimap_subscribe) \
	F(mailimap_uid_expunge) \
	F(mailimap_uid_fetch) \
	F(mailimap_uid_search) \
	F(mailimap_uid_store) \
	F(mailimap_uidplus_uid_copy) \
	F(mailimap_uidplus_uid_move) \
	F(mailstream_low_new) \
	F(mailstream_new)

#define ETPAN_NAME(name)   #name " "
#define ETPAN_MEMBER(name) __typeof__(&(name)) name;
struct etpan {
	const char *names; /* all of ETPAN_NAME (part_table) */
	ETPAN_FUNCTIONS(ETPAN_MEMBER)
};

/* In the part alone. */
extern const struct etpan etpan_functions;

#endif
