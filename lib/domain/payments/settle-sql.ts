import {
  BOOKING_COLUMNS,
  bookingRow,
  bookingSql,
  type NewEntry,
} from "#lib/domain/balance/index.ts";
import {
  eventFanoutSql,
  FANOUT_COLUMNS,
  fanoutRow,
  type NewEvent,
  toEvent,
} from "#lib/domain/events/index.ts";
import {
  ANSWER_COLUMNS,
  answerRow,
  finishKeysSql,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type RecordOf, recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { type Held, type ShardSql, shardSql } from "#lib/kernel/shard-sql.ts";
import type { Payment } from "./types.ts";

const MOVE_COLUMNS = [
  ["account_id", "text"],
  ["id", "text"],
  ["mode", "text"],
  ["from_status", "text"],
  ["from_rail_reference", "text"],
  ["from_step", "text"],
  ["from_outcome", "text"],
  ["status", "text"],
  ["rail_check_at", "timestamptz"],
  ["rail_reference", "text"],
  ["sca", "text"],
  ["exemption_outcome", "text"],
  ["decline_code", "text"],
  ["network_decline_code", "text"],
  ["advice_code", "text"],
  ["acquirer_response", "jsonb"],
  ["redirect_url", "text"],
  ["amount_captured", "bigint"],
  ["outcome", "text"],
  ["expires_at", "timestamptz"],
  ["updated_at", "timestamptz"],
  ["network_token_of", "text"],
] as const;
const COLUMNS = [
  ...MOVE_COLUMNS,
  ...BOOKING_COLUMNS,
  ...FANOUT_COLUMNS,
  ...ANSWER_COLUMNS,
] as const;

const OUTCOME_TX = "outcome_tx";

/** Marks the invoices of settled payments due in the same statement, so that a crashed caller cannot lose them. */
const makeInvoicesDue = (held: Held) => `,
  due_invoices as (
    update invoices i set due_at = proceed.updated_at
      from proceed join payments paid
        on paid.account_id = proceed.account_id${held.to("paid")} and paid.id = proceed.id
     where i.account_id = paid.account_id${held.to("i")} and i.id = paid.invoice_id and i.payment_id = paid.id
  )`;

/** Records the network tokens that the rail reported. A method that already has one is neither locked nor written. */
const recordNetworkTokens = (held: Held) => `,
  tokens as (
    update payment_methods m set network_token = true
      from proceed
     where m.account_id = proceed.account_id${held.to("m")} and m.id = proceed.network_token_of and not m.network_token
  )`;

/**
 * Settles payments in one statement. For each: the guarded transition, its ledger transfers, its fact for reports, its
 * event with one delivery per subscribed endpoint and, if a request waits, the answer under its idempotency key. Writes
 * nothing for a payment that changed after it was read. Ends the payment's lease, whoever holds it: a process that took
 * the lease over finds the outcome recorded. Returns one row `(id)` for each payment that moved.
 */
export const SETTLE = settleSql();

/** As `SETTLE`, and records network tokens. Separate, because few groups have any. */
export const SETTLE_WITH_TOKENS = settleSql(recordNetworkTokens);

/** As `SETTLE_WITH_TOKENS`, for payments of invoices. */
export const SETTLE_OF_INVOICE = settleSql(recordNetworkTokens, makeInvoicesDue);

function settleSql(...further: ReadonlyArray<(held: Held) => string>): ShardSql {
  return shardSql(
    (held) => `
  with input as materialized (select * from ${recordsSql(1, "row_", COLUMNS)}),
  proceed as (
    update payments p
       set status = input.status,
           -- News of the rail can have made it due while the answer, which can be older, was on its way.
           rail_check_at = case when input.status = 'processing' and p.rail_check_at <= input.updated_at
                                then p.rail_check_at else input.rail_check_at end,
           rail_reference = input.rail_reference, sca = input.sca,
           exemption_outcome = input.exemption_outcome, decline_code = input.decline_code,
           network_decline_code = input.network_decline_code, advice_code = input.advice_code,
           acquirer_response = input.acquirer_response,
           redirect_url = input.redirect_url, amount_captured = input.amount_captured,
           outcome = input.outcome,
           -- The payer's BLIK code has served its purpose.
           rail_token = case when input.outcome is null then p.rail_token end,
           expires_at = input.expires_at, updated_at = input.updated_at, step = null,
           rail_held_by = null, rail_held_until = null
      from input
     where p.account_id = input.account_id${held.to("p")} and p.id = input.id and p.status = input.from_status
       and p.rail_reference is not distinct from input.from_rail_reference
       and p.step is not distinct from input.from_step
    returning input.*
  ), ${held.tx(OUTCOME_TX).cte} new_outcomes as (
    insert into payment_outcomes (account_id, mode, payment_id, outcome${held.tx(OUTCOME_TX).column})
    select account_id, mode, id, outcome${held.tx(OUTCOME_TX).value}
      from ${held.from("proceed")}${held.tx(OUTCOME_TX).from}
     where outcome is distinct from from_outcome
  ), ${bookingSql("proceed", held)},
  ${eventFanoutSql("proceed", held)},
  finished as (${finishKeysSql("proceed", held)})${further.map((each) => each(held)).join("")}
  select id from proceed`,
  );
}

export type Settlement = {
  ctx: Context;
  from: Payment;
  to: Payment;
  /** Whether the rail reported a network token for the payment's card. */
  networkToken: boolean;
  entry: NewEntry | null;
  event: NewEvent | null;
  /** The answer to the request that waits for the outcome. */
  answer: StoredAnswer | null;
};

export type StoredAnswer = { request: { key: string }; response: StoredResponse };

export function settleValues(settlements: readonly Settlement[]): Buffer[] {
  const rows = settlements.map(({ ctx, from, to, networkToken, entry, event, answer }) => ({
    ...moveRow(ctx, from, to),
    network_token_of: networkToken ? to.paymentMethodId : null,
    ...bookingRow(entry),
    ...(event ? fanoutRow(toEvent(ctx, event)) : {}),
    ...(answer ? answerRow(ctx, answer.request, answer.response) : {}),
  }));
  return recordsValues(COLUMNS, rows);
}

function moveRow(ctx: Context, from: Payment, to: Payment): RecordOf<typeof MOVE_COLUMNS> {
  return {
    account_id: to.accountId,
    id: to.id,
    mode: to.mode,
    from_status: from.status,
    from_rail_reference: from.railReference,
    from_step: from.step,
    from_outcome: from.outcome,
    status: to.status,
    rail_check_at: to.railCheckAt,
    rail_reference: to.railReference,
    sca: to.sca,
    exemption_outcome: to.exemptionOutcome,
    decline_code: to.decline?.declineCode,
    network_decline_code: to.decline?.networkCode,
    advice_code: to.decline?.adviceCode,
    acquirer_response: to.acquirerResponse,
    redirect_url: to.redirectUrl,
    amount_captured: to.amountCapturedMinor,
    outcome: to.outcome,
    expires_at: to.expiresAt,
    updated_at: businessNow(ctx),
  };
}
