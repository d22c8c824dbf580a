import { claimKeySql, type IdempotentRequest } from "#lib/domain/idempotency/index.ts";
import {
  PAYMENT_METHOD_COLUMNS,
  type PaymentMethod,
  paymentMethodValues,
} from "#lib/domain/payment-methods/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Payment } from "./types.ts";

const COLUMNS = [
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
  ["stored_credential", "text"],
  ["description", "text"],
  ["statement_descriptor", "text"],
  ["return_url", "text"],
  ["settles", "text"],
  ["exemption", "text"],
  ["card_brand", "text"],
  ["card_last4", "text"],
  ["card_bin", "text"],
  ["card_issuer", "text"],
  ["card_country", "text"],
  ["card_funding", "text"],
  ["card_fingerprint", "text"],
  ["metadata", "jsonb"],
  ["request_id", "text"],
  ["created_at", "timestamptz"],
] as const;

type Column = readonly [name: string, type: string];

const namesOf = (columns: readonly Column[]) => columns.map(([name]) => name).join(", ");
const paramsOf = (columns: readonly Column[], first: number) =>
  columns.map(([, type], index) => `$${first + index}::${type}`).join(", ");

const claim = claimKeySql({ firstParam: 1 });
const FIRST_OF_PAYMENT = 1 + claim.paramCount;
const FIRST_OF_METHOD = FIRST_OF_PAYMENT + COLUMNS.length;

const INSERT_PAYMENT = `new_payment as (
    insert into payments (${namesOf(COLUMNS)})
    select ${paramsOf(COLUMNS, FIRST_OF_PAYMENT)} from claim returning id)`;
const INSERT_METHOD = `new_method as (
    insert into payment_methods (${namesOf(PAYMENT_METHOD_COLUMNS)})
    select ${paramsOf(PAYMENT_METHOD_COLUMNS, FIRST_OF_METHOD)} from claim returning id)`;

/** Claims the key and inserts the payment, when the key is ours; one row `(id)` then, else none. */
export const OPEN = `with claim as (${claim.text}), ${INSERT_PAYMENT} select id from new_payment`;

/** The same, with a payment method that this very call brings along. */
export const OPEN_WITH_METHOD = `with claim as (${claim.text}), ${INSERT_PAYMENT}, ${INSERT_METHOD}
  select id from new_payment`;

export function openValues(
  ctx: Context,
  request: IdempotentRequest,
  payment: Payment,
  args: { lockMs: number; newMethod: PaymentMethod | null },
): unknown[] {
  return [
    ...claim.values(ctx, request, { resourceId: payment.id, lockMs: args.lockMs }),
    ...paymentValues(payment),
    ...(args.newMethod ? paymentMethodValues(args.newMethod) : []),
  ];
}

function paymentValues(payment: Payment): unknown[] {
  const card: Partial<NonNullable<Payment["card"]>> = payment.card ?? {};
  return [
    payment.accountId,
    payment.id,
    payment.mode,
    payment.status,
    payment.railCheckAt,
    payment.amountMinor,
    payment.currency,
    payment.method,
    payment.capture,
    payment.customerId,
    payment.paymentMethodId,
    payment.storedCredential,
    payment.description,
    payment.statementDescriptor,
    payment.returnUrl,
    payment.settles,
    payment.exemption,
    card.brand ?? null,
    card.last4 ?? null,
    card.bin ?? null,
    card.issuer ?? null,
    card.country ?? null,
    card.funding ?? null,
    card.fingerprint ?? null,
    JSON.stringify(payment.metadata),
    payment.requestId,
    payment.createdAt,
  ];
}
