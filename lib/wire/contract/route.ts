import type { z } from "zod";
import type { ErrorCode } from "#lib/kernel/errors.ts";
import type { Id, Prefix } from "#lib/kernel/ids.ts";

/** The rate bucket of a call (service.md §8, decisions §1); `none` is outside all of them. */
export type Bucket = "writes" | "reads" | "lists" | "replays" | "none";
export type KeySide = "secret" | "publishable";

/** One endpoint, as data: the pipeline, the contract document and the reference all read it. */
export type Route = {
  method: "get" | "post" | "delete";
  /** With its identifiers in braces: `/v1/customers/{customer_id}`. */
  path: `/v1/${string}`;
  /** Unique; the `operationId` of the contract document. */
  name: string;
  /** The heading it stands under in the reference. */
  group: string;
  summary: string;
  description?: string;
  /** What a restricted key must have been given; `null` for calls of publishable keys only. */
  scope: `${string}:${"read" | "write"}` | null;
  /** Which keys may call it; secret ones only by default. */
  keys?: readonly KeySide[];
  bucket: Bucket;
  /** The prefix each identifier of the path has. An id of any other shape is 404. */
  params?: Readonly<Record<string, Prefix>>;
  /** A strict object; every route takes `expand` as well. */
  query?: z.ZodObject;
  /** A strict object, or a union of them. */
  body?: z.ZodType;
  /** A whole request for the reference; needed where `body` has parameters. */
  bodyExample?: Readonly<Record<string, unknown>>;
  /** A larger body is refused; 1 MiB unless the route says otherwise. With a publishable key always 16 KiB. */
  maxBodyBytes?: number;
  /** A JSON body with more values is refused before it is parsed; 2,000 unless the route says otherwise. */
  maxBodyValues?: number;
  response: { status: 200 | 201; schema: z.ZodType; example?: unknown };
  /** It also answers with a CSV file, by `format=csv` or `Accept: text/csv`: outside the rate buckets, with
   *  the number of rows and the hash as trailers. */
  csv?: { example: string };
  /** The kind of object it answers with, or lists: decides what `expand` may name. */
  returns?: string;
  /** Its body holds card data, or stands for it: nothing of the body is kept, in the log of requests neither. */
  tokenises?: boolean;
  /** Its answer shows a secret, so what is kept for repeats is encrypted. */
  sensitive?: boolean;
  /** Codes it can answer beyond those that every call can. */
  errors?: readonly ErrorCode[];
  /** Whether browsers of other origins may call it with a publishable key. */
  cors?: boolean;
};

/** Declares a route; the literal types carry over to its handler. */
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
