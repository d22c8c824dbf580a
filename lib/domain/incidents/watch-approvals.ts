import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { keptWhenLarge } from "#lib/kernel/kept-when-large.ts";
import { rateOf } from "#lib/kernel/raised-rates.ts";
import { readHistories } from "./baseline-store.ts";
import { alarmsOf, leastDeclines, observe, sliceKey } from "./detect.ts";
import { readToll, type Toll } from "./measure.ts";
import { normsFrom } from "./norms.ts";
import { notRecovered, recover, recoveredSince } from "./recover.ts";
import * as store from "./store.ts";
import { tellOpenedIn, tellResolvedIn } from "./tell-incident.ts";
import type { Alarm, Decided, Incident, Norm, Norms, Tests } from "./types.ts";

const LOOK_EVERY_MS = 30 * SECOND_MS;
/** Outcomes that come later than this after the payment's creation are not in the tests. */
const WAIT_MS = 10 * MINUTE_MS;
/** After a pause of the worker only the payments of so long are taken. */
const LONGEST_BACK_MS = 2 * HOUR_MS;
/** An account without payments for this long is looked at again when it has one. */
const IDLE_MS = 30 * MINUTE_MS;
/** Payments per look; the next look goes on after them at once. */
const MOST_PAYMENTS = 20_000;
/** Another slice is named only if it is clearly stronger, in nats: two that share payments differ by little. */
const CLEARLY_STRONGER = 3;

/** Watches approvals of accounts that have new outcomes, twice a minute. */
export const watchedApprovals = defineDueWork({
  name: "incidents",
  queue: store.dueRows,
  leaseMs: () => MINUTE_MS,
  finish: look,
  failure: "approvals were not looked at",
});

type Look = { ctx: Context; nowMs: number; norms: Norms };

async function look(watch: store.WatchRow): Promise<void> {
  const ctx = await systemContext(watch, "incidents");
  const nowMs = businessNowMs(ctx);
  const [norms, open] = await Promise.all([normsAt(ctx, nowMs), store.findOpen(ctx)]);
  const frame = { ctx, nowMs, norms };
  const earliest = nowMs - LONGEST_BACK_MS;
  const isPast = watch.seenTo !== null && watch.seenTo.getTime() >= earliest;
  const from = isPast ? watch.seenTo! : dateFromMs(earliest);
  const payments = await store.listDecided(ctx, { from, to: dateFromMs(nowMs) }, MOST_PAYMENTS);
  const isFull = payments.length === MOST_PAYMENTS;
  const settledTo = Math.max(from.getTime(), isFull ? payments.at(-1)!.atMs : nowMs - WAIT_MS);
  const before: Tests = {
    watch: isPast ? (watch.tests?.watch ?? {}) : {},
    recovery: open && (watch.tests?.recovery ?? notRecovered(open.openedAt.getTime())),
  };
  const settled = after(
    before,
    frame,
    open,
    payments.filter(({ atMs }) => atMs <= settledTo),
  );
  const recent = after(
    settled,
    frame,
    open,
    payments.filter(({ atMs }) => atMs > settledTo),
  );
  const next = await nextOf(frame, open, recent);
  const isIdle = !next && (payments.at(-1)?.atMs ?? 0) < nowMs - IDLE_MS;
  const lookAt = dateFromMs(isFull ? nowMs : nowMs + LOOK_EVERY_MS);
  const kept = next?.isAnew
    ? { tests: { watch: {}, recovery: null }, seenTo: dateFromMs(nowMs) }
    : { tests: settled, seenTo: dateFromMs(settledTo) };
  const changed = await transact(async (tx) => {
    const dueAt = isIdle ? null : lookAt;
    if (!(await store.saveIn(tx, watch, { ...kept, dueAt, lookAt }))) return false;
    return next !== null && (await next.write(tx));
  });
  if (changed) announceLive(ctx.accountId, "incident");
}

/** The tests after some payments. */
function after(
  { watch, recovery }: Tests,
  { norms }: Look,
  open: Incident | null,
  payments: readonly Decided[],
): Tests {
  const norm = open && norms.slices.get(sliceKey(open.dimension, open.value));
  return {
    watch: observe(watch, norms, payments),
    recovery:
      open && recovery
        ? recover(
            recovery,
            open,
            { norm: norm ?? { rate: rateOf(open.usual) }, risk: rateOf(open.current) },
            payments,
          )
        : null,
  };
}

type Next = {
  /** Whether the tests begin anew. */
  isAnew: boolean;
  /** Writes it in the transaction that stores the tests; false if a rival was first. */
  write(tx: Tx): Promise<boolean>;
};

/** The change of the account's incident; null if it has none. */
async function nextOf(frame: Look, open: Incident | null, tests: Tests): Promise<Next | null> {
  const { ctx, nowMs, norms } = frame;
  const alarms = alarmsOf(tests.watch, norms);
  if (!open) {
    const [alarm] = alarms;
    if (!alarm) return null;
    const incident = begun(frame, alarm);
    const toll = await readToll(ctx, incident, nowMs + 1);
    const opened = { ...incident, ...toll.facts };
    return {
      isAnew: false,
      write: async (tx) => {
        const isWritten = await store.openIn(tx, opened, toll.atRisk);
        if (isWritten) await tellOpenedIn(tx, ctx, opened, toll.atRisk);
        return isWritten;
      },
    };
  }
  const until = tests.recovery && recoveredSince(tests.recovery, nowMs);
  if (until !== null) return await resolution(frame, open, until);
  const named = renamed(frame, open, alarms);
  const toll = await readToll(ctx, named, nowMs + 1);
  return {
    isAnew: false,
    write: (tx) => store.updateIn(tx, { ...named, ...toll.facts }, toll.atRisk),
  };
}

async function resolution({ ctx, nowMs }: Look, open: Incident, untilMs: number): Promise<Next> {
  const toll: Toll = await readToll(ctx, open, untilMs);
  const until = dateFromMs(Math.max(untilMs, open.since.getTime()));
  const over = { ...open, ...toll.facts, until, resolvedAt: dateFromMs(nowMs) };
  return {
    isAnew: true,
    write: async (tx) => {
      const isWritten = await store.updateIn(tx, over, toll.atRisk);
      if (isWritten) await tellResolvedIn(tx, ctx, over, toll.atRisk);
      return isWritten;
    },
  };
}

function begun({ ctx, nowMs, norms }: Look, alarm: Alarm): Incident {
  return {
    ...{ accountId: ctx.accountId, id: newId("inc"), mode: ctx.mode },
    ...{ code: alarm.code, openedAt: dateFromMs(nowMs), until: null, resolvedAt: null },
    ...sliceFacts(norms, alarm),
    current: { of: alarm.of, declined: alarm.declined },
  };
}

/** The open incident, or the slice that is clearly the stronger one by now. */
function renamed({ norms }: Look, open: Incident, alarms: readonly Alarm[]): Incident {
  const [best] = alarms;
  const named = alarms.find(
    ({ dimension, value }) => dimension === open.dimension && value === open.value,
  );
  const isStronger = best && named && best.gain > named.gain + CLEARLY_STRONGER;
  return isStronger ? { ...open, ...sliceFacts(norms, best) } : open;
}

function sliceFacts(norms: Norms, alarm: Alarm) {
  const { dimension, value, sinceMs } = alarm;
  const norm: Norm = norms.slices.get(sliceKey(dimension, value))!;
  return {
    ...{ dimension, value, since: dateFromMs(sinceMs), usual: norm.usual },
    ...{ leastDeclines: leastDeclines(norms, norm), perHour: norm.perHour },
  };
}

/** Norms of accounts with fewer payments in 30 days are read at every look: that costs a few ms. */
const MANY_PER_MONTH = 5_000;

const keptNorms = keptWhenLarge<Norms>({
  forMs: HOUR_MS,
  isLarge: ({ perMonth }) => perMonth >= MANY_PER_MONTH,
});

/** The usual figures of this hour; of larger accounts read once an hour in each process. */
function normsAt({ accountId, mode, ...ctx }: Context, nowMs: number): Promise<Norms> {
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return keptNorms([accountId, mode, hourMs], async () => {
    const { histories, days } = await readHistories({ ...ctx, accountId, mode }, hourMs);
    return normsFrom(histories, days);
  });
}
