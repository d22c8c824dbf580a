import { z } from "zod";
import { MAX_VALUES } from "#lib/kernel/body/parse-json.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { type Coerce, coercerOf } from "./coerce.ts";

const NOTHING = z.strictObject({});
const MIB = 2 ** 20;

/** Values computed once per route instead of per request. */
export type Compiled = {
  /** The path with the router's placeholders: `/v1/customers/:customer_id`. */
  pattern: string;
  query: z.ZodType;
  coerceQuery: Coerce;
  body: z.ZodType;
  coerceBody: Coerce;
  maxBodyBytes: number;
  maxBodyValues: number;
  acceptsPublishable: boolean;
  acceptsSecret: boolean;
  /** Whether the call takes an `Idempotency-Key`. */
  isWrite: boolean;
};

/** Prepares a route. Throws if its path and params disagree. */
export function compile(route: Route): Compiled {
  const query = route.query ?? NOTHING;
  const body = route.body ?? NOTHING;
  const keys = route.keys ?? ["secret"];
  const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const declared = Object.keys(route.params ?? {});
  if (named.sort().join() !== declared.sort().join()) {
    throw new Error(`${route.name}: path and params name different identifiers`);
  }
  return {
    pattern: route.path.replace(/\{(\w+)\}/g, ":$1"),
    query,
    coerceQuery: coercerOf(query),
    body,
    coerceBody: coercerOf(body),
    maxBodyBytes: route.maxBodyBytes ?? MIB,
    maxBodyValues: route.maxBodyValues ?? MAX_VALUES,
    acceptsPublishable: keys.includes("publishable"),
    acceptsSecret: keys.includes("secret"),
    isWrite: route.method !== "get",
  };
}
