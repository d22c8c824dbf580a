/** Where Citus keeps a table: its rows on the node of their account, all rows on every node, or all on the coordinator. */
export type Place = "distributed" | "reference" | "local";

/** The place of each table on a cluster of Citus, and why (`placement.test.ts` compares it with the schema, so a new table needs
 *  its line). One PostgreSQL does not read this. */
export const PLACEMENT: ReadonlyArray<{ place: Place; why: string; tables: string }> = [
  {
    place: "distributed",
    why: "grows with payments, and is on the way of a charge, a refund, a delivery or a settlement",
    tables: `customers payment_methods payments payment_outcomes payment_retries mandates plans subscriptions invoices
      invoice_counters refunds disputes settlements balance_transactions ledger_transfers ledger_unsealed
      idempotency_keys events event_bodies webhook_endpoints new_deliveries deliveries delivery_attempts`,
  },
  {
    place: "distributed",
    why: "is read or written in one statement with those",
    tables: `account_homes ledger_blocks ledger_days ledger_sums ledger_sums_due ledger_totals dispute_files endpoint_outages
      replays replay_lanes replay_items replay_claims payouts payout_batches payout_approvals payout_balances
      payout_limits payout_limit_changes retry_jobs retry_items bulk_jobs bulk_items object_notes object_tags
      bank_accounts bank_statements bank_lines bank_matches month_closings month_closing_files
      month_closing_pieces month_corrections`,
  },
  {
    place: "distributed",
    why: "grows with calls",
    tables: "api_requests api_request_gaps",
  },
  {
    place: "reference",
    why: "is few rows, which statements of both other places join",
    tables: "sandbox_clocks",
  },
  {
    place: "local",
    why: "is the directory: found without an account, by a key that is unique among all of them",
    tables: `accounts api_keys members invitations pairings sign_ups funding_credits auth_users auth_credentials auth_passkeys
      auth_second_factors auth_recovery_codes auth_sessions auth_session_states auth_verifications
      auth_rate_limits auth_sign_in_failures auth_refusals auth_reset_requests auth_password_resets
      auth_used_challenges auth_known_devices auth_known_places`,
  },
  {
    place: "local",
    why: "is joined with the directory, a few rows for each key, member or setting",
    tables: `api_key_usage api_key_usage_minutes api_key_callers api_key_addresses api_key_last_use api_version_usage
      account_pin_changes version_notices alert_rules alert_channels alert_preferences alert_watches alerts
      alert_inbox alert_posts list_layouts list_views hidden_list_views member_settings report_schedules
      weekly_mails mail_messages booking_settings downloads download_pieces incidents incident_amounts
      incident_watches`,
  },
  {
    place: "local",
    why: "is one chain or one walk of all accounts",
    tables: `audit_entries audit_people audit_unsealed audit_blocks audit_seals book_checks book_findings book_walks
      book_keys installation`,
  },
  {
    place: "local",
    why: "is figures: a row for each hour and kind, found by a hash without the account, written by one roller",
    tables: `rollup_progress outcome_rollups cost_rollups outcome_kinds cost_kinds outcome_kind_sums cost_kind_sums
      outcome_pairs cost_pairs outcome_pair_sums cost_pair_sums paired_weeks`,
  },
];

/** The tables of a place. */
export const tablesAt = (place: Place): string[] =>
  PLACEMENT.filter((each) => each.place === place).flatMap(({ tables }) => tables.split(/\s+/));
