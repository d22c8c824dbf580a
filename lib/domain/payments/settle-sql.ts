import { eventFanoutSql, FANOUT_PARAMS, type NewEvent } from "#lib/domain/events/index.ts";
import { finishKeySql, type StoredResponse } from "#lib/domain/idempotency/index.ts";
import { type NewTransfer, TRANSFER_PARAMS, transferSql } from "#lib/domain/ledger/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Payment } from "./types.ts";

const UPDATE_PARAMS = 17;
const AFTER_TRANSFER = UPDATE_PARAMS + TRANSFER_PARAMS + 1;
const transfer = transferSql({ firstParam: UPDATE_PARAMS + 1 });
const fanout = eventFanoutSql({ firstParam: AFTER_TRANSFER });

const finishAt = (firstParam: number) =>
  finishKeySql({ firstParam, onlyIf: "exists (select 1 from proceed)" });
const finish = {
  silent: finishAt(AFTER_TRANSFER),
  announced: finishAt(AFTER_TRANSFER + FANOUT_PARAMS),
};

/** The guarded move and its transfer: no row, and nothing written, when the payment was not (any
 *  longer) as we had read it. */
const MOVE = `with proceed as (
    update payments set status = $5::text, rail_check_at = $6::timestamptz, rail_reference = $7::text,
           sca = $8::text, exemption_outcome = $9::text, decline_code = $10::text,
           network_decline_code = $11::text, advice_code = $12::text, redirect_url = $13::text,
           amount_captured = $14::bigint, expires_at = $15::timestamptz,
           updated_at = $16::timestamptz, step = null
     where account_id = $1::text and id = $2::text and status = $3::text
       and rail_reference is not distinct from $4::text and step is not distinct from $17::text
    returning id
  ), transfer as (${transfer.text})`;

const RESULT = "select id from proceed";
const STATEMENTS = {
  silent: {
    bare: `${MOVE} ${RESULT}`,
    finishing: `${MOVE}, finished as (${finish.silent.text}) ${RESULT}`,
  },
  announced: {
    bare: `${MOVE}, ${fanout.ctes} ${RESULT}`,
    finishing: `${MOVE}, ${fanout.ctes}, finished as (${finish.announced.text}) ${RESULT}`,
  },
};

export type Settlement = {
  from: Payment;
  to: Payment;
  transfer: NewTransfer | null;
  event: NewEvent | null;
};

export type KeptAnswer = { request: { key: string }; response: StoredResponse };

/** The one statement that settles: the move, its transfer, its event with one delivery per
 *  subscribed endpoint and, when a call waits, its answer under its key. */
export function settleStatement(ctx: Context, settlement: Settlement, answer: KeptAnswer | null) {
  const { to, event } = settlement;
  const voice = event ? "announced" : "silent";
  const ending = answer ? "finishing" : "bare";
  return {
    name: `payments.settle_${voice}_${ending}`,
    text: STATEMENTS[voice][ending],
    values: [
      ...moveValues(settlement.from, to),
      ...transfer.values(ctx, settlement.transfer),
      ...(event ? fanout.values(ctx, event) : []),
      ...(answer ? finish[voice].values(ctx, answer.request, answer.response) : []),
    ],
  };
}

function moveValues(from: Payment, to: Payment): unknown[] {
  return [
    to.accountId,
    to.id,
    from.status,
    from.railReference,
    to.status,
    to.railCheckAt,
    to.railReference,
    to.sca,
    to.exemptionOutcome,
    to.decline?.declineCode ?? null,
    to.decline?.networkCode ?? null,
    to.decline?.adviceCode ?? null,
    to.redirectUrl,
    to.amountCapturedMinor,
    to.expiresAt,
    now(),
    from.step,
  ];
}
