import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Route } from "#lib/wire/contract/route.ts";

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string", examples: [example] },
});
const integer = (description: string) => ({ description, schema: { type: "integer" } });

/** Response headers as components of the document. */
export const HEADERS = {
  "Service-Request-Id": text(
    "Identifies the request; quote it to support",
    "req_01kp0c5n7v3m8q2w4x",
  ),
  "Service-Version": text("The API version of the response", NEWEST_VERSION),
  "Service-Idempotent-Replay": text("`true` if the response is an idempotent replay", "true"),
  "Service-RateLimit-Limit": integer("Calls per second; for exports, how many can run at a time"),
  "Service-RateLimit-Remaining": integer("Calls left now"),
  "Service-RateLimit-Reset": integer(
    "Unix seconds when the full limit is available again; for exports and large bodies, when to try again",
  ),
  "Retry-After": integer("Seconds to wait"),
  "Service-Row-Count": integer("Trailer of CSV files: the number of rows without the header"),
  "Service-Content-Sha256": text(
    "Trailer of CSV files: the SHA-256 of the content in hexadecimal, as `sha256sum` prints it",
    "e04463c50e32aea51589c7d229834efdc17dccd8f900d6f3803659ddffe17716",
  ),
  "Service-Report-Layout": text(
    "The `layout` of a CSV file: `native` has amounts in minor units, `decimal` and `adyen` in major units",
    "decimal",
  ),
  "Repr-Digest": text(
    "Trailer of CSV files: the hash of the content (RFC 9530)",
    "sha-256=:4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo=:",
  ),
  "Service-Books-Proof": text(
    "Trailer of CSV files: the hash of the content and the last sealed block of the ledger, signed with a key of `/.well-known/paydesk-books.json`",
    "account=acct_01kp0c5n7v3m8q2w4x;mode=live;block=4312;head=9f3c…;signed=2026-05-01T06:12:09.120Z;key=5d41402abc4b2a76;signature=kC8…",
  ),
};

const ALWAYS = ["Service-Request-Id", "Service-Version"] as const;
const OF_BUCKETS = [
  "Service-RateLimit-Limit",
  "Service-RateLimit-Remaining",
  "Service-RateLimit-Reset",
] as const;

const OF_FILES = [
  "Service-Report-Layout",
  "Service-Row-Count",
  "Service-Content-Sha256",
  "Repr-Digest",
  "Service-Books-Proof",
] as const;

const references = (names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of a route's successful response. */
export function headersOf(route: Route) {
  return references([
    ...ALWAYS,
    ...(route.bucket === "none" ? [] : OF_BUCKETS),
    ...(route.method === "get" ? [] : (["Service-Idempotent-Replay"] as const)),
    ...(route.csv ? OF_FILES : []),
  ]);
}

/** The headers of an error response. */
export function headersOfFailure(status: number) {
  return references([
    ...ALWAYS,
    ...(status === 429 ? [...OF_BUCKETS, "Retry-After" as const] : []),
  ]);
}
