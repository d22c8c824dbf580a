/** A due row of a kind: its table, and SQL for the required columns. `n` is the number of the row. */
export type DueKind = {
  table: string;
  due: "rail_check_at" | "due_at";
  columns: Readonly<Record<string, string>>;
};

const MONEY = { amount: "1000", currency: "'EUR'" };
const ZEROS =
  "interchange scheme_fee markup commission refunds chargebacks adjustments transaction_count";

/** The kinds of due work by name. */
export const DUE_KINDS: Readonly<Record<string, DueKind>> = {
  mandates: {
    table: "mandates",
    due: "rail_check_at",
    columns: {
      status: "'revoked'",
      scheme: "'sepa_core'",
      reference: "'REF' || n",
      payment_method_id: "'pm_' || n",
      accepted_at: "now()",
    },
  },
  payments: {
    table: "payments",
    due: "rail_check_at",
    columns: { ...MONEY, status: "'requires_action'", method: "'card'" },
  },
  refunds: {
    table: "refunds",
    due: "rail_check_at",
    columns: {
      ...MONEY,
      status: "'pending'",
      payment_id: "'pay_' || n",
      reason: "'requested_by_customer'",
    },
  },
  payouts: {
    table: "payouts",
    due: "rail_check_at",
    columns: {
      ...MONEY,
      status: "'pending'",
      beneficiary_name: "'Ada'",
      iban: "'DE23999999990000000000'",
      country: "'DE'",
      rail_requested: "'sepa_credit'",
      rail: "'sepa_credit'",
      end_to_end_id: "'E2E' || n",
      arrival_date: "current_date",
    },
  },
  "payout approvals": {
    table: "payout_approvals",
    due: "due_at",
    columns: {
      ...MONEY,
      state: "'pending'",
      reason: "'per_payout'",
      requested_by: "'usr_1'",
      excluded: "'{}'",
      expires_at: "now()",
    },
  },
  "payout limit changes": {
    table: "payout_limit_changes",
    due: "due_at",
    columns: {
      currency: "'C' || n",
      state: "'pending'",
      requested_by: "'usr_1'",
      expires_at: "now()",
    },
  },
  disputes: {
    table: "disputes",
    due: "rail_check_at",
    columns: {
      ...MONEY,
      status: "'needs_response'",
      payment_id: "'pay_' || n",
      fee: "1500",
      reason: "'fraudulent'",
      network_reason_code: "'10.4'",
      evidence_due_by: "now()",
    },
  },
  "collected invoices": {
    table: "invoices",
    due: "due_at",
    columns: {
      status: "'paid'",
      subscription_id: "'sub_' || n",
      customer_id: "'cus_1'",
      currency: "'EUR'",
      number: "'INV' || n",
      lines: "'[]'",
      amount_due: "0",
    },
  },
  subscriptions: {
    table: "subscriptions",
    due: "due_at",
    columns: {
      status: "'active'",
      quantity: "1",
      customer_id: "'cus_1'",
      plan_id: "'plan_1'",
      payment_method_id: "'pm_1'",
      anchor_at: "now()",
      current_period_start: "now()",
      current_period_end: "now() + interval '1 day'",
      changed_at: "now()",
      proration_behavior: "'none'",
      final_action: "'cancel'",
    },
  },
  "settlement arrivals": {
    table: "settlements",
    due: "rail_check_at",
    columns: {
      status: "'scheduled'",
      currency: "'EUR'",
      period_start: "now()",
      period_end: "now() + n * interval '1 day'",
      arrival_date: "current_date",
      bank_account_last4: "'0000'",
      gross: "1",
      net: "1",
      ...Object.fromEntries(ZEROS.split(" ").map((column) => [column, "0"])),
    },
  },
  "report schedules": {
    table: "report_schedules",
    due: "due_at",
    columns: {
      interval: "'daily'",
      report_type: "'declines'",
      layout: "'native'",
      timezone: "'UTC'",
      query: "'{}'",
      mail_to: "'{}'",
      next_from: "current_date",
      created_by: "'usr_1'",
    },
  },
  "retry jobs": {
    table: "retry_jobs",
    due: "due_at",
    columns: { status: "'running'", created_by: "'usr_1'" },
  },
  "bulk jobs": {
    table: "bulk_jobs",
    due: "due_at",
    columns: {
      action: "'tag'",
      kind: "'payment'",
      params: `'{"add": "vip"}'`,
      status: "'running'",
      created_by: "'usr_1'",
      created_by_name: "'Ada'",
    },
  },
  "month closings": {
    table: "month_closings",
    due: "due_at",
    columns: {
      month: "lpad(n::text, 7, '0')",
      timezone: "'UTC'",
      status: "'running'",
      closed_by: "'usr_1'",
    },
  },
  incidents: {
    table: "incident_watches",
    due: "due_at",
    columns: { wakes: "1" },
  },
  "weekly mails": {
    table: "weekly_mails",
    due: "due_at",
    columns: { next_from: "current_date" },
  },
  alerts: { table: "alert_watches", due: "due_at", columns: { wakes: "1" } },
  "messages to Slack": {
    table: "alert_posts",
    due: "due_at",
    columns: { channel_id: "'alc_1'", title: "'News'", why: "''", url: "''", action: "''" },
  },
};
