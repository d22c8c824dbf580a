import type { z } from "zod";
import type { ErrorCode } from "#lib/kernel/errors.ts";
import type { Id, Prefix } from "#lib/kernel/ids.ts";
import type { KeyKind, ScopeVerb } from "#lib/kernel/vocabulary/keys.ts";

/** The rate bucket of a call (service.md §8, decisions §1); `none` has no limit. */
export type Bucket = "writes" | "reads" | "lists" | "replays" | "none";

/** One route of the API as data: the pipeline, the OpenAPI document and the reference read it. */
export type Route = {
  method: "get" | "post" | "delete";
  /** With its identifiers in braces: `/v1/customers/{customer_id}`. */
  path: `/v1/${string}`;
  /** Unique; the `operationId` of the OpenAPI document. */
  name: string;
  /** Its heading in the reference. */
  group: string;
  summary: string;
  description?: string;
  /** The scope that a restricted key needs; null for routes that only publishable keys call. */
  scope: `${string}:${ScopeVerb}` | null;
  /** Which keys may call it; secret keys by default. */
  keys?: readonly KeyKind[];
  bucket: Bucket;
  /** The id prefix of each path parameter. An id of another shape gets 404. */
  params?: Readonly<Record<string, Prefix>>;
  /** A strict object; every route also takes `expand`. */
  query?: z.ZodObject;
  /** A strict object, or a union of them. */
  body?: z.ZodType;
  /** A complete request for the reference; required if `body` has parameters. */
  bodyExample?: Readonly<Record<string, unknown>>;
  /** A larger body is refused. 1 MiB by default; always 16 KiB with a publishable key. */
  maxBodyBytes?: number;
  /** A JSON body with more values is refused before it is parsed. 2,000 by default. */
  maxBodyValues?: number;
  response: { status: 200 | 201; schema: z.ZodType; example?: unknown };
  /** It can answer with a CSV file (`format=csv` or `Accept: text/csv`), outside the rate buckets, with row count and
   * hash as trailers. `also` are the types of files that are no CSV. */
  csv?: { example: string; also?: readonly string[] };
  /** It answers with a file of one of these types instead of JSON. */
  file?: readonly string[];
  /** The kind of object that it returns or lists; decides which fields `expand` can name. */
  returns?: string;
  /** Its body contains card data: nothing of it is stored, not in the request log either. */
  tokenises?: boolean;
  /** Its response contains a secret, so the copy for idempotent replays is encrypted. */
  sensitive?: boolean;
  /** Error codes beyond those that every call can return. */
  errors?: readonly ErrorCode[];
  /** Whether browsers of other origins can call it with a publishable key. */
  cors?: boolean;
};

/** Declares a route and keeps its literal types for the handler. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

export type ParamsOf<R extends Route> =
  R["params"] extends Readonly<Record<string, Prefix>>
    ? { [K in keyof R["params"]]: Id<R["params"][K]> }
    : Record<never, never>;
export type QueryOf<R extends Route> = R["query"] extends z.ZodType
  ? z.output<R["query"]>
  : Record<never, never>;
export type BodyOf<R extends Route> = R["body"] extends z.ZodType
  ? z.output<R["body"]>
  : Record<never, never>;
export type WireOf<R extends Route> = z.output<R["response"]["schema"]>;
