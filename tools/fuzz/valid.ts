import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { TEST_CARDS } from "#lib/rails/sandbox/cards.ts";
import { FILTER_WORDS } from "#lib/wire/contract/report-filters.ts";
import { jpegFile, pdfFile, pngFile } from "#test/evidence-files.ts";
import type { Cast, Side } from "./cast.ts";
import type { Dice } from "./dice.ts";
import { type Operation, resolve, type Schema } from "./operations.ts";

/** The random numbers, the existing objects, and the side to choose objects from. */
export type Source = { dice: Dice; cast: Cast; side: Side };

/** The id prefix of the objects of a path or list. */
export const PREFIXES: Readonly<Record<string, string>> = {
  payments: "pay",
  bank_payments: "bp",
  refunds: "re",
  payment_methods: "pm",
  customers: "cus",
  events: "evt",
  webhook_endpoints: "we",
  deliveries: "dlv",
  requests: "req",
  replays: "rpl",
  balance_transactions: "txn",
  settlements: "stl",
  disputes: "dp",
  files: "dpf",
  plans: "plan",
  mandates: "mdt",
  subscriptions: "sub",
  invoices: "in",
  payouts: "po",
  payout_batches: "pob",
  reports: "dl",
  report_runs: "dl",
  report_schedules: "rsc",
  month_closings: "mcl",
};

const CARD_NUMBERS = [...TEST_CARDS.keys()];
const EVENT_TYPES = ["payment.succeeded", "payment.failed", "refund.settled", "payment.captured"];

/** Meaningful values by parameter name, because a schema does not say that a payment must exist. Undefined if
 *  the schema suffices. */
function meaningful(name: string, { dice, cast, side }: Source): unknown {
  const id = (prefix: string) => cast.known(dice, prefix, side) ?? cast.strange(prefix);
  switch (name) {
    case "payment_method": {
      const ready = `pm_test_${dice.pick(CARD_NUMBERS)}`;
      return dice.chance(0.7) ? ready : id("pm");
    }
    case "default_payment_method":
      return id("pm");
    case "payment":
      return id("pay");
    case "customer":
      return id("cus");
    case "endpoint":
      return id("we");
    case "event":
      return id("evt");
    case "plan":
      return id("plan");
    case "subscription":
      return id("sub");
    case "object":
      return id(dice.pick(["pay", "re", "stl"]));
    case "number":
      return dice.pick(CARD_NUMBERS);
    case "exp_year":
      return dice.pick([2030, 2041, 30]);
    case "cvc":
      return dice.pick(["123", "0000"]);
    case "token":
      return dice.pick(["test_ok", "test_declined"]);
    case "currency":
      return dice.pick(["EUR", "EUR", "EUR", "GBP", "PLN", "JPY", "BHD"]);
    case "amount":
      return dice.pick([1, 50, 100, 1999, 3_000, 99_999_999]);
    case "file":
      return dice.pick([pdfFile(), pngFile(), jpegFile()]).toString("base64");
    case "country":
      return dice.pick(["DE", "GB", "NZ", "US"]);
    case "email":
    case "mail_to":
      return `payer-${dice.below(50)}@shop.example`;
    case "url":
      return dice.pick(["https://127.0.0.1:1/hooks", "https://127.0.0.1:2/"]);
    case "events":
      return dice.pick([["*"], ["payment.*"], EVENT_TYPES.slice(0, 2)]);
    case "type":
      return dice.pick(EVENT_TYPES);
    case "version":
      return dice.pick(RELEASED_VERSIONS);
    case "return_url":
      return dice.pick(["https://shop.example/back", "http://localhost:8080/?order=1"]);
    case "statement_descriptor":
      return dice.pick(["LINDQVIST DESIGN", "SHOP*1 & CO"].slice(0, 1));
    case "issuer_country":
      return "DE";
    default:
      return isFilter(name) ? dice.pick<string>(FILTER_WORDS[name]) : undefined;
  }
}

const isFilter = (name: string): name is keyof typeof FILTER_WORDS =>
  Object.hasOwn(FILTER_WORDS, name);

/** A value that is valid for its schema. */
export function validValue(schema: Schema, name: string, source: Source): unknown {
  const { dice } = source;
  const known = resolve(schema);
  if (known.anyOf) return validValue(dice.pick(known.anyOf), name, source);
  if (known.const !== undefined) return known.const;
  if (known.enum) return dice.pick(known.enum);
  const meant = known.type === "null" ? undefined : meaningful(name, source);
  if (meant !== undefined && typesOf(known, dice).some((type) => fitsType(meant, type)))
    return meant;
  const [type = ""] = typesOf(known, dice);
  switch (type) {
    case "string":
      return validText(known, source);
    case "integer":
    case "number":
      return between(dice, known.minimum ?? -1_000, known.maximum ?? 1_000);
    case "boolean":
      return dice.chance(0.5);
    case "null":
      return null;
    case "array":
      return Array.from({ length: (known.minItems ?? 0) + dice.below(3) }, () =>
        validValue(known.items ?? {}, name, source),
      );
    case "object":
      return validObject(known, source);
    default:
      return dice.pick([1, "text", null, true]);
  }
}

/** The types that a schema allows, a random one first. */
function typesOf({ type }: Schema, dice: Dice): string[] {
  if (type === undefined) return [];
  if (typeof type === "string") return [type];
  const first = dice.pick(type);
  return [first, ...type.filter((one) => one !== first)];
}

function fitsType(value: unknown, type: string | undefined): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return typeof value === type;
}

const between = (dice: Dice, least: number, most: number) =>
  dice.pick([least, most, least + dice.below(most - least + 1)]);

const WORDS = ["Order 6735", "Zażółć gęślą jaźń", "日本語", "💳", "a", "O'Brien & Söhne"];

function validText({ format, pattern, maxLength, examples }: Schema, { dice }: Source): string {
  if (format === "date-time")
    return dice.pick(["2026-04-12T09:31:07Z", "2026-04-12T09:31:07+02:00"]);
  if (format === "date") return "2026-04-12";
  if (pattern !== undefined && examples?.length) return String(dice.pick(examples));
  return dice.pick(WORDS).slice(0, maxLength ?? 100);
}

/** A name of a map: with a space where that is allowed. */
function freeName({ propertyNames }: Schema, number: number): string {
  const spaced = `key ${number}`;
  const pattern = new RegExp(propertyNames?.pattern ?? "");
  return pattern.test(spaced) ? spaced : `key-${number}`;
}

/** The required parameters and some optional ones. */
function validObject(schema: Schema, source: Source): Record<string, unknown> {
  const { dice } = source;
  const required = new Set(schema.required ?? []);
  const result: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (required.has(name) || dice.chance(0.3)) result[name] = validValue(inner, name, source);
  }
  if (schema.additionalProperties && typeof schema.additionalProperties === "object") {
    for (let i = dice.below(3); i > 0; i--) {
      result[freeName(schema, i)] = validValue(schema.additionalProperties, "", source);
    }
  }
  return result;
}

/** A valid body of an operation, adjusted to rules that the schema cannot express. */
export function validBody(operation: Operation, source: Source): Record<string, unknown> {
  if (!operation.body) return {};
  const body = validObject(operation.body, source);
  const { dice } = source;
  if (operation.id === "create_payment" && dice.chance(0.9)) {
    body.method = "card";
    body.payment_method ??= meaningful("payment_method", source);
    // Not allowed for cards.
    delete body.blik;
    delete body.mandate_data;
    if (dice.chance(0.7)) delete body.customer;
  }
  // The schema does not produce valid URLs.
  if (operation.id.endsWith("_subscription")) delete body.mandate_data;
  if (operation.id === "create_payment_method" && dice.chance(0.9)) {
    const type = String(body.type);
    for (const name of ["card", "apple_pay", "google_pay", "sepa_debit", "bacs_debit"])
      delete body[name];
    const wanted = operation.body.properties?.[type];
    if (wanted) body[type] = validValue(wanted, type, source);
  }
  return body;
}

/** The path with ids of the right kind, mostly of existing objects. */
export function validPath({ path }: Operation, { dice, cast, side }: Source): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const prefix = PREFIXES[`${name.replace(/_id$/, "")}s`] ?? PREFIXES[dictionary(name)] ?? "pay";
    return cast.known(dice, prefix, side) ?? cast.strange(prefix);
  });
}

const PLURALS: Readonly<Record<string, string>> = {
  delivery_id: "deliveries",
  payout_batch_id: "payout_batches",
};
const dictionary = (name: string) => PLURALS[name] ?? name;

/** Query parameters by name; nested ones such as `created[gte]` are objects. */
export function validQuery(operation: Operation, source: Source): Record<string, unknown> {
  const { dice, cast, side } = source;
  const query: Record<string, unknown> = {};
  const noun = operation.path.split("/")[2] ?? "";
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== "query" || !(required || dice.chance(0.2))) continue;
    if (name === "ending_before" && query.starting_after !== undefined) continue;
    const isCursor = name === "starting_after" || name === "ending_before";
    const id = isCursor ? cast.known(dice, PREFIXES[noun] ?? "pay", side) : null;
    if (isCursor && id === null) continue;
    query[name] = id ?? validValue(schema, name.replace("[]", ""), source);
  }
  return query;
}
