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

/** One request on its way through the pipeline: each step reads what the earlier ones found. */
export type Exchange = {
  readonly request: Request;
  readonly route: Route;
  readonly compiled: Compiled;
  readonly requestId: Id<"req">;
  /** What the path holds in the place of each `{name}`. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The version the answer is served in; the newest until the caller is known. */
  version: Version;
  bearer: Bearer | null;
  /** The key it named, where that is ours but revoked or expired. */
  lapsed: Bearer | null;
  /** Set by `authenticate`. */
  ctx: Context;
  rate: Verdict | null;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  /** The batch of a large body; `body` holds tokens in its place. */
  batch: LargeBatchBody | null;
  /** Gives back the account's place for a large body; null when it has none. */
  leave: (() => void) | null;
  /** Paths of related objects to inline. */
  expand: readonly string[];
  idempotency: IdempotentRequest | null;
  /** The body as it came; null where there was none, or none that was read. */
  sent: SentBody | null;
  /** The answer as it went; null for what is made while it is sent. */
  answered: string | null;
  replayed: boolean;
  /** When it came in: the time, and a point on a clock that only goes forward. */
  readonly startedMs: number;
  readonly startedAt: number;
};

/** A step of the pipeline. Throws an `ApiError` to refuse the request. */
export type Step = (exchange: Exchange) => void | Promise<void>;
