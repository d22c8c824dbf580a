import { runPrepared } from "#db/client.ts";
import { shownStatusSql } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Found, FoundKind } from "./look-up.ts";

/** The table of a kind of object, and the SQL expressions of its columns. */
type Source = {
  kind: FoundKind;
  table: string;
  label?: string;
  amount?: string;
  status?: string;
  /** Excludes deleted rows. */
  only?: string;
};

const MONEY = { amount: "amount", status: "status" };
const OF_PAYMENT: Source = {
  kind: "payment",
  table: "payments",
  label: "description",
  ...MONEY,
  status: shownStatusSql("$1"),
};

/** By id prefix. */
const SOURCES: Readonly<Record<string, Source>> = {
  pay: OF_PAYMENT,
  bp: OF_PAYMENT,
  po: { kind: "payout", table: "payouts", label: "beneficiary_name", ...MONEY },
  pob: { kind: "batch", table: "payout_batches", label: "format", status: "status" },
  mdt: { kind: "mandate", table: "mandates", label: "reference", status: "status" },
  plan: { kind: "plan", table: "plans", label: "name", amount: "amount" },
  sub: { kind: "subscription", table: "subscriptions", status: "status" },
  in: {
    kind: "invoice",
    table: "invoices",
    label: "number",
    amount: "amount_due",
    status: "status",
  },
  re: { kind: "refund", table: "refunds", label: "reason", ...MONEY },
  dp: { kind: "dispute", table: "disputes", label: "reason", ...MONEY },
  stl: { kind: "settlement", table: "settlements", amount: "net", status: "status" },
  txn: { kind: "balance_transaction", table: "balance_transactions", label: "type", amount: "net" },
  cus: {
    kind: "customer",
    table: "customers",
    label: "coalesce(name, email)",
    only: "not deleted",
  },
  pm: { kind: "payment_method", table: "payment_methods", label: "type", status: "status" },
  we: { kind: "endpoint", table: "webhook_endpoints", label: "url", only: "deleted_at is null" },
  evt: { kind: "event", table: "events", label: "type" },
  dlv: { kind: "delivery", table: "deliveries", label: "event_type", status: "status" },
  rpl: { kind: "replay", table: "replays", status: "status" },
  req: {
    kind: "request",
    table: "api_requests",
    label: "method || ' ' || split_part(path, '?', 1)",
  },
  ltr: { kind: "transfer", table: "ledger_transfers", label: "kind", amount: "amount" },
  tu: { kind: "top_up", table: "funding_credits", label: "payer_name", amount: "amount" },
  dl: { kind: "download", table: "downloads", label: "report_type", status: "status" },
  mcl: { kind: "closing", table: "month_closings", label: "month", status: "status" },
  bjb: { kind: "bulk_job", table: "bulk_jobs", status: "status" },
  rtj: { kind: "retry_job", table: "retry_jobs", status: "status" },
  key: { kind: "key", table: "api_keys", label: "name", only: "not managed" },
};

/** Sorts after every id with the same beginning: the last character of ids, longer than any id. */
const LAST = "z".repeat(30);

const STATEMENTS = new Map(
  Object.entries(SOURCES).map(([prefix, one]) => [prefix, statement(one)]),
);

/** Finds ids by range, so that the primary key serves it; a whole id is a range of one. */
function statement({ kind, table, label, amount, status, only }: Source): string {
  return `
    select '${kind}' as kind, id, ${label ?? "null"} as label, ${status ?? "null"} as status,
           ${amount ?? "null::bigint"} as "amountMinor", ${amount ? "currency" : "null"} as currency,
           created_at as "createdAt"
      from ${table}
     where account_id = $1 and mode = $2 and id >= $3 and id <= $4 ${only ? `and ${only}` : ""}
     order by id desc
     limit $5`;
}

/** Returns the objects whose id starts with `beginning`, newest first; none for an unknown prefix. Takes no lock. */
export async function byId(
  ctx: Context,
  prefix: string,
  beginning: string,
  limit: number,
): Promise<Found[]> {
  const text = STATEMENTS.get(prefix);
  if (!text) return [];
  const values = [ctx.accountId, ctx.mode, beginning, `${beginning}${LAST}`, limit];
  return await runPrepared<Found>(`lookup.${prefix}`, text, values);
}

const BY_REFERENCE = `
  select 'invoice' as kind, id, number as label, status, amount_due as "amountMinor", currency,
         created_at as "createdAt"
    from invoices where account_id = $1 and mode = $2 and number in ($3, upper($3))
  union all
  select 'mandate', id, reference, status, null, null, created_at
    from mandates where account_id = $1 and mode = $2 and reference in ($3, upper($3))`;

/** Returns the invoice with this number and the mandate with this reference. Takes no lock. */
export async function byReference(ctx: Context, reference: string): Promise<Found[]> {
  const values = [ctx.accountId, ctx.mode, reference];
  return await runPrepared<Found>("lookup.by_reference", BY_REFERENCE, values);
}
