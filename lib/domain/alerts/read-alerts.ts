import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { AccountContext } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { LASTING_ALERTS } from "#lib/kernel/vocabulary/alerts.ts";
import * as inbox from "./inbox-store.ts";
import * as store from "./store.ts";
import type { Alert, AlertRule, Owner, Preferences } from "./types.ts";

type Reader = Owner & { userId: string };

const PAGE = 20;
/** A larger number of unread alerts is shown as "99+". */
const MOST_COUNTED = 100;
const OF_RULE = 20;

/** A page of a person's alerts, newest first, and the id after which the next page begins. Takes no lock. */
export async function readInbox(
  { accountId, mode, userId }: Reader,
  before: string | null,
): Promise<{ rows: inbox.InboxRow[]; older: string | null }> {
  const rows = await inbox.list({ accountId, mode, userId }, { before, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  return { rows: page, older: rows.length > PAGE ? page.at(-1)!.id : null };
}

/** The number of alerts that a person has not read, at most 100. Takes no lock. */
export async function countUnread({ accountId, mode, userId }: Reader): Promise<number> {
  return await inbox.countUnread({ accountId, mode, userId }, MOST_COUNTED);
}

/** Marks these alerts of a person as read, or all. */
export async function markRead(
  { accountId, mode, userId }: Reader,
  ids: readonly string[] | "all",
): Promise<void> {
  await inbox.markRead({ accountId, mode, userId }, ids, now());
}

export type ShownRule = AlertRule & { open: number };

/** The rules of a mode with the number of their open alerts, oldest first. Takes no lock. */
export async function listAlertRules({ accountId, mode }: Owner): Promise<ShownRule[]> {
  const owner = { accountId, mode };
  const [rules, open] = await Promise.all([
    store.listRules(owner),
    inbox.countOpen(owner, LASTING_ALERTS),
  ]);
  return rules.map((rule) => ({ ...rule, open: open.get(rule.id) ?? 0 }));
}

/** A rule with its newest alerts. Throws `resource_missing`. Takes no lock. */
export async function getAlertRule(
  { accountId, mode }: Owner,
  id: string,
): Promise<{ rule: AlertRule; alerts: Alert[] }> {
  const owner = { accountId, mode };
  const rule = await store.findRule(owner, id);
  if (!rule) throw missing("alert rule", id);
  return { rule, alerts: await inbox.listOfRule(owner, id, OF_RULE) };
}

/** Takes no lock. */
export async function readPreferences(person: {
  accountId: Owner["accountId"];
  userId: string;
}): Promise<Preferences> {
  return await inbox.findPreferences(person);
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Sets when a member gets e-mail about alerts of the account. Throws `parameter_invalid`. */
export async function changePreferences(
  ctx: AccountContext,
  preferences: Preferences,
): Promise<void> {
  const { quietFrom, quietTo, digestAt } = preferences;
  for (const [name, time] of Object.entries({ quietFrom, quietTo, digestAt })) {
    if (time !== null && !TIME.test(time)) throw invalid(name, "Enter a time such as 22:00.");
  }
  if ((quietFrom === null) !== (quietTo === null) || (quietFrom && quietFrom === quietTo)) {
    throw invalid("quietTo", "Give two different times, or none.");
  }
  if (ctx.actor.type !== "member") throw new Error("preferences are a member's own");
  const { userId, name } = ctx.actor;
  const { accountId } = ctx;
  await transact(async (tx) => {
    const before = await inbox.findPreferences({ accountId, userId }, tx);
    await inbox.savePreferences(tx, { accountId, userId }, { quietFrom, quietTo, digestAt });
    await recordChangeIn(tx, ctx, {
      action: "alert_preferences.changed",
      subject: { id: userId, name },
      before,
      after: { quietFrom, quietTo, digestAt },
    });
  });
}
