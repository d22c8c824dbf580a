import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { listTeam } from "#lib/domain/members/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, HOUR_MS, now, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  ALERT_PARAMS,
  type AlertParams,
  FAILING_HOURS,
  MOST_REMINDER_DAYS,
  type MutePeriod,
  RATE_WINDOWS,
} from "#lib/kernel/vocabulary/alerts.ts";
import { evaluate } from "./evaluate.ts";
import * as store from "./store.ts";
import type { AlertRule, Condition, Occurrence, RuleChoice } from "./types.ts";
import * as watches from "./watch-store.ts";

const MOST_RULES = 50;
const TRIED_DAYS = 30;

/** Creates a rule. Throws `parameter_invalid` naming the field, and `state_invalid` at 50 rules. */
export async function createRule(ctx: Context, choice: RuleChoice): Promise<AlertRule> {
  const prepared = await prepareRule(ctx, choice);
  return await transact((tx) => createRuleIn(tx, ctx, prepared));
}

/** The part of `createRule` that checks the choice. */
export async function prepareRule(ctx: Context, choice: RuleChoice): Promise<AlertRule> {
  const checked = await checkedChoice(ctx, choice);
  const { accountId, mode } = ctx;
  return {
    ...{ accountId, mode, id: newId("alr"), ...checked },
    ...{ mutedUntil: null, mutedBy: null, firedAt: null, createdAt: now() },
  };
}

/** The part of `createRule` that counts and writes. Lets one transaction at a time create a rule of the account and mode. */
export async function createRuleIn(tx: Tx, ctx: Context, rule: AlertRule): Promise<AlertRule> {
  await store.lockRules(tx, rule);
  const others = await store.listRules(rule, tx);
  if (others.length >= MOST_RULES) {
    throw new ApiError("state_invalid", `There are ${MOST_RULES} rules already. Delete one first.`);
  }
  await store.insertRule(tx, rule);
  await wake(tx, ctx, [...others, rule]);
  const after = factsOf(rule);
  await recordChangeIn(tx, ctx, { action: "alert_rule.created", subject: subjectOf(rule), after });
  return rule;
}

/** Changes a rule; its kind stays. Locks it. Throws as `createRule`, and `resource_missing`. */
export async function changeRule(ctx: Context, id: string, choice: RuleChoice): Promise<AlertRule> {
  const checked = await checkedChoice(ctx, choice);
  return await transact(async (tx) => {
    const before = await lockedRule(tx, ctx, id);
    if (checked.kind !== before.kind)
      throw invalid("kind", "The kind of a rule cannot be changed.");
    const rule = { ...before, ...checked };
    await store.updateRule(tx, rule);
    const others = (await store.listRules(rule, tx)).filter((other) => other.id !== rule.id);
    await wake(tx, ctx, [...others, rule]);
    await recordChangeIn(tx, ctx, {
      action: "alert_rule.updated",
      subject: subjectOf(rule),
      before: factsOf(before),
      after: factsOf(rule),
    });
    return rule;
  });
}

/** Deletes a rule; its alerts stay. Locks it. Throws `resource_missing`. */
export async function deleteRule(ctx: Context, id: string): Promise<void> {
  await transact(async (tx) => {
    const rule = await lockedRule(tx, ctx, id);
    await store.deleteRule(tx, rule, rule.id);
    const before = factsOf(rule);
    await recordChangeIn(tx, ctx, {
      action: "alert_rule.deleted",
      subject: subjectOf(rule),
      before,
    });
  });
}

const MUTED_MS: Readonly<Record<Exclude<MutePeriod, "forever">, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const FOR_EVER = dateFromMs(Date.UTC(9999, 0, 1));

/** Mutes a rule for a time, or with null lets it tell again. Its alerts are recorded while it is muted. Locks it. Throws
 *  `resource_missing`. */
export async function muteRule(
  ctx: Context,
  id: string,
  period: MutePeriod | null,
): Promise<AlertRule> {
  const until =
    period && (period === "forever" ? FOR_EVER : dateFromMs(nowMs() + MUTED_MS[period]));
  return await transact(async (tx) => {
    const before = await lockedRule(tx, ctx, id);
    const mutedBy = until && ctx.actor.type === "member" ? ctx.actor.userId : null;
    const rule = { ...before, mutedUntil: until, mutedBy };
    await store.updateRule(tx, rule);
    await recordChangeIn(tx, ctx, {
      action: until ? "alert_rule.muted" : "alert_rule.unmuted",
      subject: subjectOf(rule),
      before: { mutedUntil: before.mutedUntil?.toISOString() ?? null },
      after: { mutedUntil: rule.mutedUntil?.toISOString() ?? null },
    });
    return rule;
  });
}

export const isForEver = (until: Date): boolean => until.getTime() === FOR_EVER.getTime();

/** Facts that a rule would have told in the last 30 days, in order, without saving it. Throws `parameter_invalid`. Takes no
 *  lock. */
export async function tryRule(
  ctx: Context,
  { kind, params }: Condition,
): Promise<{ from: Date; to: Date; found: Occurrence[] }> {
  const condition = { kind, params: checkedParams(kind, params) };
  // Keys and endpoints are used in real time.
  const isReal = REAL_TIME.has(kind);
  const to = dateFromMs((isReal ? now() : businessNow(ctx)).getTime() + 1);
  const from = dateFromMs(to.getTime() - TRIED_DAYS * DAY_MS);
  return { from, to, found: await evaluate(ctx, condition, { from, to }) };
}

const REAL_TIME: ReadonlySet<Condition["kind"]> = new Set([
  "endpoint_failing",
  "endpoint_disabled",
  "books_disagree",
  "key_new_address",
]);

async function lockedRule(tx: Tx, ctx: Context, id: string): Promise<AlertRule> {
  const rule = await store.lockRule(tx, ctx, id);
  if (!rule) throw missing("alert rule", id);
  return rule;
}

/** Has the new rules looked at. Outcomes of payments matter only with a rule about the decline rate. */
async function wake(tx: Tx, ctx: Context, rules: readonly AlertRule[]): Promise<void> {
  const rates = rules.some(({ kind, active }) => kind === "decline_rate" && active);
  const { accountId, mode } = ctx;
  await watches.wakeIn(tx, { accountId, mode }, businessNow(ctx), rates);
}

const subjectOf = ({ id, kind }: AlertRule) => ({ id, name: kind.replaceAll("_", " ") });

const factsOf = ({ kind, params, active, roles, members, mail, channelId }: AlertRule) => ({
  ...{ kind, ...params, active, mail, channelId },
  roles: roles.join(", "),
  members: members.join(", "),
});

async function checkedChoice(ctx: Context, choice: RuleChoice): Promise<RuleChoice> {
  const { kind, active, mail, channelId } = choice;
  const params = checkedParams(kind, choice.params);
  const roles = [...new Set(choice.roles)];
  const members = [...new Set(choice.members)];
  if (roles.length + members.length === 0 && channelId === null) {
    throw invalid("roles", "Choose at least one role, person or webhook.");
  }
  if (members.length > 0) {
    const team = new Set((await listTeam(ctx.accountId)).map(({ userId }) => userId));
    if (!members.every((id) => team.has(id))) {
      throw invalid("members", "Choose members of this account.");
    }
  }
  if (channelId !== null && !(await store.hasChannel(ctx, channelId))) {
    throw invalid("channel", "Choose one of this mode's webhooks.");
  }
  return { kind, params, active, mail, channelId, roles, members };
}

/** The parameters of a kind, each within its bounds. Throws `parameter_invalid` for others. */
function checkedParams(kind: Condition["kind"], params: AlertParams): AlertParams {
  const known = ALERT_PARAMS[kind];
  const hasAmount = kind === "payout_returned" || kind === "disputes_due";
  for (const name of Object.keys(params) as (keyof AlertParams)[]) {
    const isAmount = name === "amount" || name === "currency";
    if (!(name in known) && !(isAmount && hasAmount)) {
      throw invalid(name, "A rule of this kind does not have it.");
    }
  }
  const whole = { ...known, ...params };
  const { rateBps, minimum, hours, days, amount, currency } = whole;
  if (rateBps !== undefined) between("rateBps", rateBps, 100, 10_000);
  if (minimum !== undefined) between("minimum", minimum, 5, 1_000_000);
  const windows: readonly number[] = kind === "decline_rate" ? RATE_WINDOWS : FAILING_HOURS;
  if (hours !== undefined && !windows.includes(hours)) {
    throw invalid("hours", `Choose one of ${windows.join(", ")} hours.`);
  }
  if (days !== undefined) between("days", days, 1, MOST_REMINDER_DAYS);
  if ((amount === undefined) !== (currency === undefined)) {
    throw invalid("amount", "Give an amount with its currency, or neither.");
  }
  if (amount !== undefined && !/^[1-9]\d{0,14}$/.test(amount)) {
    throw invalid("amount", "Enter an amount above zero.");
  }
  if (currency !== undefined && !isCurrency(currency)) {
    throw invalid("currency", "Choose a currency.");
  }
  return whole;
}

function between(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw invalid(name, `Must be a whole number from ${least} to ${most}.`);
  }
}
