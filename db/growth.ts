/** How each table is kept from growing without end, or why it is not (`growth.test.ts` compares it with the schema, so a new table
 *  needs its line). */
export const GROWTH: ReadonlyArray<{ how: string; tables: string }> = [
  {
    how: "Dropped by day: after 32 days, requests two days after REQUEST_LOG_DAYS",
    tables: `events event_bodies deliveries delivery_attempts replay_items api_requests`,
  },
  {
    how: "Deleted after a time",
    tables: `idempotency_keys api_request_gaps mail_messages alerts alert_inbox alert_posts
      download_pieces api_key_usage_minutes api_key_callers api_key_addresses api_version_usage
      auth_sessions auth_session_states auth_sign_in_failures auth_refusals auth_reset_requests
      auth_password_resets auth_used_challenges
      auth_known_devices auth_known_places sign_ups pairings`,
  },
  {
    how: "A queue: its rows go when their work is done",
    tables: `new_deliveries audit_unsealed ledger_unsealed ledger_sums_due replay_claims book_walks`,
  },
  {
    how: "A row for each thing that a person or the account has set up",
    tables: `accounts account_homes members invitations auth_verifications auth_rate_limits auth_users auth_credentials auth_passkeys auth_second_factors
      auth_recovery_codes api_keys api_key_last_use webhook_endpoints alert_rules alert_channels
      alert_preferences alert_watches list_layouts list_views hidden_list_views member_settings
      report_schedules booking_settings bank_accounts payout_limits payout_balances plans
      sandbox_clocks version_notices weekly_mails account_pin_changes invoice_counters
      incident_watches book_checks book_findings book_keys installation rollup_progress
      paired_weeks`,
  },
  {
    how: "For ever: what was paid and owed, which the account and the law ask for",
    tables: `payments payment_methods payment_outcomes payment_retries customers mandates subscriptions
      invoices refunds disputes dispute_files payouts payout_batches payout_approvals
      payout_limit_changes funding_credits settlements balance_transactions bank_statements
      bank_lines bank_matches month_closings month_closing_files month_closing_pieces
      month_corrections object_notes object_tags`,
  },
  {
    how: "For ever: a chain that would not verify without them",
    tables: `ledger_transfers ledger_blocks audit_entries audit_people audit_seals audit_blocks`,
  },
  {
    how: "For ever: figures, a row for each day and kind and not for each payment",
    tables: `ledger_days ledger_sums ledger_totals outcome_rollups cost_rollups outcome_kinds cost_kinds
      outcome_pairs cost_pairs outcome_kind_sums cost_kind_sums outcome_pair_sums cost_pair_sums
      api_key_usage`,
  },
  {
    how: "For ever: a record of what a person or the service did, a few rows each",
    tables: `downloads replays replay_lanes bulk_jobs bulk_items retry_jobs retry_items incidents
      incident_amounts endpoint_outages`,
  },
];
