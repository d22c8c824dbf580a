import { z } from "zod";
import type { Route } from "#lib/wire/contract/route.ts";

/** Kinds of object that a field can refer to. */
export type Kind =
  | "customer"
  | "delivery"
  | "dispute"
  | "dispute_file"
  | "event"
  | "invoice"
  | "mandate"
  | "payment"
  | "payment_method"
  | "payout_batch"
  | "plan"
  | "refund"
  | "report"
  | "report_schedule"
  | "settlement"
  | "subscription"
  | "webhook_endpoint";

/** A field with one or several ids and the kinds they can have, or a nested object (or several) with its own fields. */
export type Fields = { readonly [field: string]: readonly Kind[] | Fields };

const payment: Fields = {
  customer: ["customer"],
  payment_method: ["payment_method"],
  mandate: ["mandate"],
  subscription: ["subscription"],
  invoice: ["invoice"],
  settlement: ["settlement"],
  retry_of: ["payment"],
};
const bank_payment: Fields = { settlement: ["settlement"] };
const dispute: Fields = { payment: ["payment"], evidence_files: ["dispute_file"] };
const mandate: Fields = { customer: ["customer"], payment_method: ["payment_method"] };
const payout: Fields = { batch: ["payout_batch"] };
const subscription: Fields = {
  customer: ["customer"],
  plan: ["plan"],
  payment_method: ["payment_method"],
  mandate: ["mandate"],
  latest_invoice: ["invoice"],
};

/** Every field of every response that can be expanded, by the response's `object`. A test compares it with the
 * contract. */
export const EXPANDABLE: Readonly<Record<string, Fields>> = {
  payment,
  bank_payment,
  dispute,
  dispute_file: { dispute: ["dispute"] },
  mandate,
  payout,
  subscription,
  balance_transaction: {
    source: ["payment", "refund", "dispute", "settlement"],
    settlement: ["settlement"],
  },
  customer: { default_payment_method: ["payment_method"] },
  delivery: { event: ["event"], endpoint: ["webhook_endpoint"], replay_of: ["delivery"] },
  delivery_reconciliation: { endpoint: ["webhook_endpoint"] },
  invoice: { subscription: ["subscription"], customer: ["customer"], payment: ["payment"] },
  listener: { latest_event: ["event"] },
  payment_method: { customer: ["customer"] },
  refund: { payment: ["payment"], settlement: ["settlement"] },
  report: { schedule: ["report_schedule"] },
  report_schedule: { last_report: ["report"] },
  replay: {
    endpoints: ["webhook_endpoint"],
    sample: ["delivery"],
    by_endpoint: { endpoint: ["webhook_endpoint"] },
  },
  replay_result: { event: ["event"], endpoint: ["webhook_endpoint"], replay: ["delivery"] },
  simulation: {
    result: { ...mandate, ...dispute, ...payout, ...subscription, ...payment, ...bank_payment },
  },
  subscription_preview: { subscription: ["subscription"] },
};

/** The most fields in one path (decisions §2), not counting `data` of a list. */
const MAX_DEPTH = 4;

/** The most paths per request; each costs a query per field. */
export const MAX_PATHS = 20;

/** The fields of a route's response, or of its items, that can be expanded. */
export function fieldsOf({ returns }: Route): Fields {
  return (returns === undefined ? undefined : EXPANDABLE[returns]) ?? {};
}

/** The kinds of object along an `expand` path of a route, in order; null if the path does not exist. */
export function kindsOn(route: Route, path: string): readonly Kind[] | null {
  const parts = path.split(".");
  if (isList(route) && parts.shift() !== "data") return null;
  if (parts.length === 0 || parts.length > MAX_DEPTH) return null;
  return follow([fieldsOf(route)], parts);
}

function follow(of: readonly Fields[], [name = "", ...below]: string[]): readonly Kind[] | null {
  const targets = of.flatMap((fields) => (Object.hasOwn(fields, name) ? [fields[name]!] : []));
  const kinds = targets.flatMap((target) => (isKinds(target) ? target : []));
  if (below.length === 0) return kinds.length > 0 ? kinds : null;
  const parts = targets.flatMap((target) => (isKinds(target) ? [] : [target]));
  const deeper = follow([...kinds.map((kind) => EXPANDABLE[kind] ?? {}), ...parts], below);
  return deeper && [...kinds, ...deeper];
}

export const isKinds = (target: readonly Kind[] | Fields): target is readonly Kind[] =>
  Array.isArray(target);

/** Whether a route returns a list. */
export function isList({ response }: Route): boolean {
  return response.schema instanceof z.ZodObject && "has_more" in response.schema.shape;
}

/** The first fields that an `expand` path of a route can begin with, for messages and the reference: `data.customer`. */
export function firstNamesOf(route: Route): string[] {
  const prefix = isList(route) ? "data." : "";
  return Object.entries(fieldsOf(route)).flatMap(([field, target]) =>
    isKinds(target)
      ? [`${prefix}${field}`]
      : Object.keys(target).map((inner) => `${prefix}${field}.${inner}`),
  );
}
