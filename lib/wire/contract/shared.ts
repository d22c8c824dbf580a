import { z } from "zod";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { MAX_AMOUNT_MINOR } from "#lib/kernel/money.ts";
import { COUNTRY_LABEL, isCountryCode } from "#lib/kernel/vocabulary/countries.ts";

/** Parts that several wire shapes share (decisions §2). Request objects are strict, so unknown parameters are
 * refused; response objects list every field. */

export const timestamp = z.iso.datetime().meta({
  description: "UTC, ISO 8601, whole seconds",
  example: "2026-04-12T09:31:07Z",
});

export const idOf = (prefix: string) =>
  z
    .string()
    .meta({ description: `Identifier, begins with \`${prefix}_\``, pattern: `^${prefix}_` });

export const currency = z
  .string()
  .refine(isCurrency, "Must be an ISO 4217 currency code in upper case, such as EUR")
  .meta({ description: "ISO 4217 code in upper case", pattern: "^[A-Z]{3}$", example: "EUR" });

/** A currency in a response. */
export const currencyCode = z
  .string()
  .meta({ description: "ISO 4217 code in upper case", example: "EUR" });

/** An id in a request. */
export const anId = (description: string) => z.string().min(1).max(100).meta({ description });

/** An integer of a request in minor units. */
export const minorInput = z.int({
  error: ({ code }) =>
    code === "invalid_type" ? "Must be a whole number of minor units: 1200 for 12.00" : undefined,
});

/** A positive amount in a request, in minor units. */
export const amount = minorInput
  .min(1)
  .max(Number(MAX_AMOUNT_MINOR))
  .meta({ description: "Integer in minor units of the currency", example: 1999 });

/** An amount in a response, in minor units. */
export const minorUnits = z.int().meta({ description: "Integer in minor units of the currency" });

/** ISO 3166-1 alpha-2, in upper case. */
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, COUNTRY_LABEL)
  .meta({ description: "ISO 3166-1 alpha-2 code in upper case", example: "DE" });

/** The same in a request: a code that ISO assigns to a country. Answers have what issuers and rails say. */
export const countryInput = country.refine(isCountryCode, COUNTRY_LABEL);

const MAX_METADATA_KEYS = 50;

const metadataEntries = z.record(
  z
    .string()
    .min(1)
    .max(40)
    .regex(/^[^[\]]*$/, "Metadata keys cannot contain square brackets"),
  z.string().max(500),
);

/** Metadata of a creation or update: an empty value removes the key. */
export const metadataInput = metadataEntries
  .refine(
    (entries) => Object.keys(entries).length <= MAX_METADATA_KEYS,
    `Can have at most ${MAX_METADATA_KEYS} keys`,
  )
  .meta({
    description:
      "Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key",
    example: { order_id: "6735" },
    maxProperties: MAX_METADATA_KEYS,
  });

export const metadata = z.record(z.string(), z.string()).meta({
  description: "Your key–value pairs",
  example: { order_id: "6735" },
});

/** The fields that every object has. */
export const envelope = <const N extends string>(noun: N, prefix: string) => ({
  id: idOf(prefix),
  object: z.literal(noun),
  livemode: z.boolean().meta({ description: "Whether it is in live mode" }),
  created: timestamp,
  metadata,
});

const FIRST_MS = Date.parse("0001-01-01T00:00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** ISO 8601 allows year 0, and an offset can reach beyond year 9999; calendars and PostgreSQL refuse both. */
function isOfAYear(text: string): boolean {
  const atMs = Date.parse(text);
  return atMs >= FIRST_MS && atMs <= LAST_MS;
}

const OF_A_YEAR = "Must be in the years 0001 to 9999";

/** A time that a caller sends. */
export const moment = z.iso
  .datetime({ offset: true, error: "Must be an ISO 8601 timestamp, such as 2026-04-12T09:31:07Z" })
  .refine(isOfAYear, OF_A_YEAR)
  .meta({ example: "2026-04-12T00:00:00Z" });

const bound = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: "Must be a date or an ISO 8601 timestamp, such as 2026-04-12T09:31:07Z",
  })
  .refine(isOfAYear, OF_A_YEAR)
  .meta({ example: "2026-04-01T00:00:00Z" });

/** The merchant's record of the payer's permission to be debited. */
export const mandateData = z.strictObject({
  accepted_at: moment.optional().meta({ description: "Defaults to now" }),
  accepted_ip: z
    .union([z.ipv4(), z.ipv6()], { error: "Must be an IPv4 or IPv6 address" })
    .optional()
    .meta({ description: "IP address from which the payer agreed" }),
});

/** Paging parameters of every list; `.extend({…})` adds filters. */
export const listQuery = z.strictObject({
  limit: z.int().min(1).max(100).default(25).meta({ description: "Page size" }),
  starting_after: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Cursor: the last id of the previous page" }),
  ending_before: z.string().min(1).optional().meta({
    description: "Cursor: the first id of the next page; cannot be combined with `starting_after`",
  }),
  created: z
    .strictObject({
      gt: bound.optional().meta({ description: "After this time" }),
      gte: bound.optional().meta({ description: "At or after this time" }),
      lt: bound.optional().meta({ description: "Before this time" }),
      lte: bound.optional().meta({ description: "At or before this time" }),
    })
    .optional()
    .meta({ description: "Bounds on `created`, compared in whole seconds as shown" }),
});
export type ListQuery = z.output<typeof listQuery>;

/** The envelope of every list. That of a named item has a name too: `payment_list`. */
export const listOf = <T extends z.ZodType>(item: T) => {
  const list = z.object({
    object: z.literal("list"),
    url: z.string().meta({ description: "Path of this list" }),
    data: z.array(item).meta({ description: "The items of this page" }),
    has_more: z.boolean().meta({ description: "Whether there are further items" }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Send it as `starting_after` for the next page; null on the last" }),
  });
  const id = item.meta()?.id;
  return id === undefined ? list : list.meta({ id: `${id}_list`, description: "A page of a list" });
};

/** The type of an event. The document lists the types, which are declared by the events' noun. */
export const eventType = z.string().meta({
  description: "The type of the event",
  example: "payment.succeeded",
  "x-values": "event_type",
});

/** `an invoice`, `a payment`: a noun of the API as words, with its article. */
export function withArticle(noun: string): string {
  const words = noun.replaceAll("_", " ");
  return `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
}

/** A related object: its id, or the object itself if `expand` names the field. */
export const expandable = (prefix: string, noun: string) =>
  z.union([idOf(prefix), z.looseObject({ object: z.literal(noun) })]).meta({
    description: `Identifier of ${withArticle(noun)}; the object itself when expanded`,
    "x-expands": [noun],
  });

/** A related object of one of several kinds, told apart by the prefix of its id. */
export const expandableAny = (nouns: Readonly<Record<string, string>>) => {
  const kinds = Object.values(nouns);
  const id = z.string().meta({
    description: `Identifier of ${kinds.map(withArticle).join(" or ")}`,
    pattern: `^(${Object.keys(nouns).join("|")})_`,
  });
  return z.union([id, z.looseObject({ object: z.enum(kinds) })]).meta({ "x-expands": kinds });
};

/** Id of a payment or bank payment, as other objects refer to it. */
export const paymentId = z.string().meta({
  description: "Identifier of a payment, begins with `pay_`, or `bp_` for a bank payment",
  pattern: "^(pay|bp)_",
});
export const expandablePayment = z
  .union([paymentId, z.looseObject({ object: z.enum(["payment", "bank_payment"]) })])
  .meta({
    description: "Identifier of a payment or bank payment; the object itself when expanded",
    "x-expands": ["payment", "bank_payment"],
  });

/** A deleted object, wherever it can still be named. */
export const deletedOf = <const N extends string>(noun: N, prefix: string) =>
  z
    .object({
      id: idOf(prefix),
      object: z.literal(noun),
      deleted: z.literal(true).meta({ description: "Always true" }),
    })
    .meta({ id: `deleted_${noun}`, description: `A deleted ${noun.replaceAll("_", " ")}` });
