import type { IdempotentRequest } from "#lib/domain/idempotency/index.ts";
import type { Bearer } from "#lib/domain/keys/index.ts";
import type { LargeBatchBody } from "#lib/domain/payouts/index.ts";
import type { SentBody } from "#lib/domain/request-log/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Verdict } from "#lib/kernel/rate-limited.ts";
import type { Version } from "#lib/kernel/versions.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import type { Compiled } from "./compile.ts";

/** One request in the pipeline; each step reads what earlier steps set. */
export type Exchange = {
  readonly request: Request;
  readonly route: Route;
  readonly compiled: Compiled;
  readonly requestId: Id<"req">;
  /** The value of each `{name}` in the path. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The version of the response; the newest until the caller is known. */
  version: Version;
  bearer: Bearer | null;
  /** The request's key if it exists but is revoked or expired. */
  lapsed: Bearer | null;
  /** Set by `authenticate`. */
  ctx: Context;
  rate: Verdict | null;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  /** The batch of a large body, which `body` refers to by tokens. */
  batch: LargeBatchBody | null;
  /** Releases the account's slot for a large body; null without one. */
  leave: (() => void) | null;
  /** Paths of related objects to expand. */
  expand: readonly string[];
  idempotency: IdempotentRequest | null;
  /** The body as received; null if there was none or it was not read. */
  sent: SentBody | null;
  /** The response body as sent; null for a stream. */
  answered: string | null;
  replayed: boolean;
  /** When the request arrived: wall-clock time, and a monotonic time. */
  readonly startedMs: number;
  readonly startedAt: number;
};

/** A pipeline step. Throws an `ApiError` to refuse the request. */
export type Step = (exchange: Exchange) => void | Promise<void>;
