import {
  CLAIM_COLUMNS,
  claimKeysSql,
  claimRow,
  type IdempotentRequest,
} from "#lib/domain/idempotency/index.ts";
import {
  PAYMENT_METHOD_COLUMNS,
  type PaymentMethod,
  paymentMethodRow,
} from "#lib/domain/payment-methods/index.ts";
import { LEASE_COLUMNS, leaseRow, type RailLease } from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { columnNames, type RecordOf, recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { shardSql } from "#lib/kernel/shard-sql.ts";
import type { Payment } from "./types.ts";

export const OPEN_COLUMNS = [
  ["account_id", "text"],
  ["id", "text"],
  ["mode", "text"],
  ["status", "text"],
  ["rail_check_at", "timestamptz"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["method", "text"],
  ["capture", "text"],
  ["customer_id", "text"],
  ["payment_method_id", "text"],
  ["rail_token", "text"],
  ["bank_payment", "jsonb"],
  ["stored_credential", "text"],
  ["description", "text"],
  ["statement_descriptor", "text"],
  ["return_url", "text"],
  ["settles", "text"],
  ["exemption", "text"],
  ["exemption_outcome", "text"],
  ["card_brand", "text"],
  ["card_last4", "text"],
  ["card_bin", "text"],
  ["card_issuer", "text"],
  ["card_country", "text"],
  ["card_funding", "text"],
  ["card_fingerprint", "text"],
  ["metadata", "jsonb"],
  ["request_id", "text"],
  ["expires_uncaptured", "boolean"],
  ["created_at", "timestamptz"],
] as const;

/** A payment to insert, with the idempotency key of its request. */
export type Opening = {
  ctx: Context;
  request: IdempotentRequest;
  payment: Payment;
  /** The lease for the rail call that follows. */
  lease: RailLease;
  /** A payment method that this request creates (a ready token). */
  newMethod: PaymentMethod | null;
};

const NEW_COLUMNS = [...OPEN_COLUMNS, ...LEASE_COLUMNS] as const;
const INPUT_COLUMNS = [...NEW_COLUMNS, ...CLAIM_COLUMNS] as const;

/**
 * Opens payments in one statement: claims their idempotency keys and inserts the payments whose key was claimed, each
 * with its lease and its new payment method, if any. Parameters: the payments with their claims, then the methods.
 * Returns one row `(id)` for each inserted payment.
 */
export const OPEN = shardSql(
  (held) => `
  with input as materialized (
    select * from ${recordsSql(1, "row_", INPUT_COLUMNS)}
  ), claim as (${claimKeysSql("input", held)}
  ), new_payment as (
    insert into payments as opened (${columnNames(NEW_COLUMNS)})
    select ${columnNames(NEW_COLUMNS)}
      from ${held.from("input")} join claim using (account_id)
     where claim.resource_id = input.id
    returning opened.account_id, opened.id, opened.payment_method_id
  ), new_method as (
    insert into payment_methods (${columnNames(PAYMENT_METHOD_COLUMNS)})
    select account_id, ${columnNames(PAYMENT_METHOD_COLUMNS.slice(1), "row_")}
      from ${held.from(recordsSql(1 + INPUT_COLUMNS.length, "row_", PAYMENT_METHOD_COLUMNS))}
      join new_payment using (account_id)
     where new_payment.payment_method_id = row_.id
  )
  select id from new_payment`,
);

export function openValues(openings: readonly Opening[]): Buffer[] {
  const params = openings.map(({ request, payment, lease }) => ({
    ...paymentRow(payment),
    ...leaseRow(lease),
    ...claimRow(request, payment.id),
  }));
  const methods = openings.flatMap(({ newMethod }) =>
    newMethod ? [paymentMethodRow(newMethod)] : [],
  );
  return [
    ...recordsValues(INPUT_COLUMNS, params),
    ...recordsValues(PAYMENT_METHOD_COLUMNS, methods),
  ];
}

/** The payment as a record of `OPEN_COLUMNS`. */
export function paymentRow(payment: Payment): RecordOf<typeof OPEN_COLUMNS> {
  const { card } = payment;
  return {
    account_id: payment.accountId,
    id: payment.id,
    mode: payment.mode,
    status: payment.status,
    rail_check_at: payment.railCheckAt,
    amount: payment.amountMinor,
    currency: payment.currency,
    method: payment.method,
    capture: payment.capture,
    customer_id: payment.customerId,
    payment_method_id: payment.paymentMethodId,
    rail_token: payment.railToken,
    bank_payment: payment.bankPayment,
    stored_credential: payment.storedCredential,
    description: payment.description,
    statement_descriptor: payment.statementDescriptor,
    return_url: payment.returnUrl,
    settles: payment.settles,
    exemption: payment.exemption,
    exemption_outcome: payment.exemptionOutcome,
    card_brand: card?.brand,
    card_last4: card?.last4,
    card_bin: card?.bin,
    card_issuer: card?.issuer,
    card_country: card?.country,
    card_funding: card?.funding,
    card_fingerprint: card?.fingerprint,
    metadata: payment.metadata,
    request_id: payment.requestId,
    expires_uncaptured: payment.expiresUncaptured,
    created_at: payment.createdAt,
  };
}
