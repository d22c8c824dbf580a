import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, isClockTrusted, MINUTE_MS, now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { env } from "#lib/kernel/env.ts";
import { evaluate, wholeParams } from "./evaluate.ts";
import { QUARTER_MS } from "./excursions.ts";
import { nextReminder } from "./occurrences-store.ts";
import { resolveAlertIn, tellIn } from "./raise.ts";
import * as store from "./store.ts";
import type { AlertRule, Occurrence } from "./types.ts";
import * as watches from "./watch-store.ts";
import { declineRateOverWords } from "./words.ts";

/** Kinds that are found by looking; the others are raised in the transaction of their fact. */
const WATCHED = ["decline_rate", "disputes_due", "key_new_address"] as const;

/** After a change during a look. */
const LOOK_AGAIN_MS = MINUTE_MS;

/**
 * Looks at the rules of accounts in which something has changed that they are about. One transaction per alert; a look that
 * dies has told some of them, and the next one tells the others: the fact of an alert is unique, so none is told twice.
 */
export const watchedRules = defineDueWork({
  name: "alerts",
  queue: watches.dueRows,
  leaseMs: () => MINUTE_MS,
  finish: look,
  failure: "alert rules were not looked at",
});

async function look(watch: watches.WatchRow): Promise<void> {
  const ctx = await systemContext(watch, "alerts");
  const rules = await watches.listRulesOf(watch, WATCHED);
  const next: Date[] = [];
  for (const rule of rules) {
    const at = await LOOKS[rule.kind as (typeof WATCHED)[number]](ctx, rule);
    if (at) next.push(at);
  }
  const dueAt = next.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const lookAt = dateFromMs(businessNow(ctx).getTime() + LOOK_AGAIN_MS);
  await watches.save(watch, { dueAt, lookAt });
}

/** Looks at a rule, and returns when to look again without a change; null for never. */
type Look = (ctx: Context, rule: AlertRule) => Promise<Date | null>;

const LOOKS: Readonly<Record<(typeof WATCHED)[number], Look>> = {
  /** An alert is open while the rate is above the bound; the next one begins after it. While people are told of an
   *  incident, which names the cause, the rate is not told as well. */
  async decline_rate(ctx, rule) {
    const to = businessNow(ctx);
    const from = dateFromMs(to.getTime() - DAY_MS);
    const found = await evaluate(ctx, rule, { from, to });
    const latest = await store.findLatest(ctx, rule.id);
    if (latest && !latest.resolvedAt) {
      const current = found.findLast(({ at }) => at <= to);
      const isOver = !current || current.until !== null;
      if (isOver) await resolveRate(ctx, rule, latest.key, current?.until ?? to);
      else return inQuarter(to);
      return null;
    }
    const current = found.findLast(({ until }) => until === null);
    if (!current || (latest?.resolvedAt && current.at <= latest.resolvedAt)) return null;
    if (!(await store.isIncidentTold(ctx))) {
      await tell(ctx, rule, { ...current, key: `${rule.id} ${current.key}` });
    }
    return inQuarter(to);
  },

  async disputes_due(ctx, rule) {
    const { days } = wholeParams(rule);
    const to = businessNow(ctx);
    const period = {
      from: dateFromMs(to.getTime() - days * DAY_MS),
      to: dateFromMs(to.getTime() + 1),
    };
    for (const one of await evaluate(ctx, rule, period)) {
      if (one.until === null) await tell(ctx, rule, one);
    }
    return await nextReminder(ctx, to, days);
  },

  async key_new_address(ctx, rule) {
    // Keys are used in real time.
    const to = now();
    const from = dateFromMs(Math.max(to.getTime() - DAY_MS, rule.createdAt.getTime()));
    const period = { from, to: dateFromMs(to.getTime() + 1) };
    for (const one of await evaluate(ctx, rule, period)) await tell(ctx, rule, one);
    return null;
  },
};

const inQuarter = (from: Date) => dateFromMs(from.getTime() + QUARTER_MS);

async function tell({ accountId, mode }: Context, rule: AlertRule, one: Occurrence): Promise<void> {
  const { key, at, content } = one;
  const fact = { kind: rule.kind, key, at, content };
  await transact(async (tx) => {
    // Locked and read again: it may have been changed or muted since.
    const current = await store.lockRule(tx, { accountId, mode }, rule.id);
    if (current?.active) await tellIn(tx, { accountId, mode }, [current], fact);
  });
}

async function resolveRate(ctx: Context, rule: AlertRule, key: string, at: Date): Promise<void> {
  const content = declineRateOverWords(wholeParams(rule));
  await transact((tx) => resolveAlertIn(tx, ctx, { kind: "decline_rate", key, at, content }));
}

/** Makes the rules of an account due, in the transaction of a change that they are about. Locks the account's watch. */
export async function wakeAlertsIn(tx: Tx, ctx: Context): Promise<void> {
  const { accountId, mode } = ctx;
  await watches.wakeIn(tx, { accountId, mode }, businessNow(ctx));
}

/** Ends the alerts of endpoints to which a delivery has succeeded, or that were disabled or deleted. */
export async function resolveEndpointAlerts(): Promise<void> {
  for (const accountId of await store.resolveEndpoints()) announceLive(accountId, "alert");
}

/** Deletes alerts that are older than `ALERT_DAYS` and returns their number. Deletes none while this process's clock is wrong. */
export async function pruneAlerts(): Promise<number> {
  return isClockTrusted() ? await store.deleteOlder(env.keptDays.alerts * DAY_MS) : 0;
}
