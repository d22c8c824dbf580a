import { transact } from "#db/transact.ts";
import { OPERATOR, recordChangeIn } from "#lib/domain/audit/index.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { isId, newId } from "#lib/kernel/ids.ts";
import { LIMITED_BUCKETS, type LimitedBucket } from "#lib/kernel/vocabulary/keys.ts";
import { MODES, type Mode } from "#lib/kernel/vocabulary/modes.ts";
import { RATE_LIMITS } from "#lib/kernel/vocabulary/rate-limits.ts";
import * as store from "./store.ts";

/** Calls per second in each mode and bucket, as they apply to an account. */
export type AppliedLimits = Record<Mode, Record<LimitedBucket, number>>;

/** Above this a limit protects nobody. */
const MOST_PER_SECOND = 10_000;

/** New limits by bucket; null returns to the specification's. */
export type LimitChanges = Partial<Record<LimitedBucket, number | null>>;

/** The limits of an account, with what an operator raised. Throws `resource_missing`. */
export async function readRateLimits(accountId: string): Promise<AppliedLimits> {
  const found = isId("acct", accountId) ? await store.rateLimitsIn(null, accountId) : undefined;
  if (found === undefined) throw missing("account", accountId);
  return applied(found);
}

/**
 * Raises limits of one account in the given modes, at the operator's command, for calls from then on. Limits are never below those
 * of the specification, on which clients rely. Throws `parameter_invalid` with the bucket, and `resource_missing`.
 */
export async function raiseRateLimits(
  accountId: string,
  modes: readonly Mode[],
  changes: LimitChanges,
): Promise<AppliedLimits> {
  for (const mode of modes) checkLimits(mode, changes);
  if (!isId("acct", accountId)) throw missing("account", accountId);
  return await transact(async (tx) => {
    const found = await store.rateLimitsIn(tx, accountId);
    if (found === undefined) throw missing("account", accountId);
    const before = raisedIn(found);
    const changed = modes.map((mode) => [mode, withoutNull({ ...before[mode], ...changes })]);
    const after = { ...before, ...Object.fromEntries(changed) };
    await store.setRateLimits(tx, accountId, after);
    const actor = { type: "system", name: OPERATOR } as const;
    await recordChangeIn(
      tx,
      { accountId, requestId: newId("req"), actor },
      {
        action: "account.rate_limits_raised",
        subject: { id: accountId },
        before: { limits: factOf(before) },
        after: { limits: factOf(after) },
      },
    );
    return applied(after);
  });
}

function checkLimits(mode: Mode, changes: LimitChanges): void {
  for (const [bucket, perSecond] of Object.entries(changes)) {
    const least = RATE_LIMITS[bucket as LimitedBucket]?.[mode];
    if (least === undefined) {
      throw invalid(bucket, `${bucket} is not one of ${Object.keys(RATE_LIMITS).join(", ")}.`);
    }
    if (perSecond === null) continue;
    if (!Number.isInteger(perSecond) || perSecond < least || perSecond > MOST_PER_SECOND) {
      const range = `${least} (the specification's in ${mode} mode) to ${MOST_PER_SECOND}`;
      throw invalid(bucket, `${bucket} must be a whole number of calls per second from ${range}.`);
    }
  }
}

const withoutNull = (limits: LimitChanges) =>
  Object.fromEntries(Object.entries(limits).filter(([, perSecond]) => perSecond !== null));

type Raised = Record<Mode, Partial<Record<LimitedBucket, number>>>;

/** The raised limits of each mode; a limit that is stored without a mode applies to both. */
function raisedIn(found: store.RaisedLimits | null): Raised {
  const { test, live, ...both } = found ?? {};
  return { test: { ...both, ...test }, live: { ...both, ...live } };
}

function applied(found: store.RaisedLimits | null): AppliedLimits {
  const raised = raisedIn(found);
  const of = (mode: Mode) =>
    Object.fromEntries(
      LIMITED_BUCKETS.map((bucket) => [bucket, raised[mode][bucket] ?? RATE_LIMITS[bucket][mode]]),
    ) as Record<LimitedBucket, number>;
  return { test: of("test"), live: of("live") };
}

/** `test lists 50`, for the audit log. */
const factOf = (raised: Raised): string[] =>
  MODES.flatMap((mode) =>
    Object.entries(raised[mode]).map(([bucket, perSecond]) => `${mode} ${bucket} ${perSecond}`),
  );
