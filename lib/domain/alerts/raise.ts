import type { Tx } from "#db/transact.ts";
import { announceLiveIn } from "#lib/domain/live/index.ts";
import { type MailContent, queueMailIn } from "#lib/domain/mail/index.ts";
import { dateFromMs, now, nowMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { type ToldKind, URGENT_ALERTS } from "#lib/kernel/vocabulary/alerts.ts";
import { mailTime } from "./quiet-hours.ts";
import * as store from "./store.ts";
import type { Alert, AlertContent, AlertRule, Fact, Owner, Recipient } from "./types.ts";

/**
 * Tells a fact to everybody whom the active rules of its kind name, in the caller's transaction, so that both commit or
 * neither does. A fact is told once, however many rules match and however often it is raised. `matches` chooses among
 * the rules. Returns whether it was new and a rule matched.
 */
export async function raiseAlertIn(
  tx: Tx,
  { accountId, mode }: Owner,
  fact: Fact,
  matches: (rules: readonly AlertRule[]) => readonly AlertRule[] = (rules) => rules,
): Promise<boolean> {
  const rules = matches(await store.listActive(tx, { accountId, mode }, fact.kind));
  return await tellIn(tx, { accountId, mode }, rules, fact);
}

/** Tells a fact to everybody whom these rules name; as `raiseAlertIn`. A fact of which every rule is muted is only
 *  recorded. */
export async function tellIn(
  tx: Tx,
  owner: Owner,
  rules: readonly AlertRule[],
  fact: Fact,
): Promise<boolean> {
  const loud = rules.filter((rule) => !isMuted(rule));
  const [first] = loud.length > 0 ? loud : rules;
  if (!first) return false;
  const { kind, key, at, content } = fact;
  const alert: Alert = {
    ...owner,
    // Not `newId`: later ids would keep this time after a test has moved the clock ahead.
    id: newIdAt("alt", nowMs()),
    ruleId: first.id,
    ...{ kind, key, at, title: content.subject, why: content.paragraphs.join(" ") },
    ...{ path: content.path, action: content.action },
    ...{ resolvedAt: null, muted: loud.length === 0, createdAt: now() },
  };
  if (!(await store.insertAlert(tx, alert))) return false;
  const ids = rules.map(({ id }) => id);
  await store.noteFired(tx, owner, ids, at);
  if (loud.length > 0) await deliver(tx, alert, loud, fact);
  await announceLiveIn(tx, owner.accountId, "alert");
  return true;
}

/** A message to one member. */
export type Message = Omit<Fact, "kind" | "mail"> & {
  kind: "mention";
  userId: string;
  /** Why they get it, at the end of the e-mail. */
  because: string;
};

/**
 * Tells one member something in the dashboard and by e-mail, in the caller's transaction, without a rule. Their quiet
 * hours and digest apply to the e-mail. Told once per kind and key; nothing happens if the user is not a member.
 */
export async function tellMemberIn(
  tx: Tx,
  { accountId, mode }: Owner,
  { userId, kind, key, at, content, because }: Message,
): Promise<void> {
  const owner = { accountId, mode };
  const told = await store.listRecipients(tx, owner, [{ roles: [], members: [userId] }]);
  if (told.people.length === 0) return;
  const alert: Alert = {
    ...owner,
    id: newIdAt("alt", nowMs()),
    ...{ ruleId: null, kind, key, at },
    ...{ title: content.subject, why: content.paragraphs.join(" ") },
    ...{ path: content.path, action: content.action },
    ...{ resolvedAt: null, muted: false, createdAt: now() },
  };
  if (!(await store.insertAlert(tx, alert))) return;
  await store.insertInbox(tx, [{ ...owner, userId, alertId: alert.id, mailed: true }]);
  await mail(tx, alert, { content, because }, told);
  await announceLiveIn(tx, accountId, "alert");
}

/**
 * Records that an open alert is over, in the caller's transaction. With `content`, tells those who were e-mailed or got a
 * message that it began. Returns false if no such alert is open. Locks it.
 */
export async function resolveAlertIn(
  tx: Tx,
  { accountId, mode }: Owner,
  fact: Omit<Fact, "content"> & { content?: AlertContent },
): Promise<boolean> {
  const owner = { accountId, mode };
  const alert = await store.resolve(tx, owner, fact, fact.at);
  if (!alert) return false;
  if (fact.content) {
    const { content } = fact;
    const { userIds, channelIds } = await store.listTold(tx, alert);
    const told = await store.listRecipients(tx, owner, [{ roles: [], members: userIds }]);
    const end = { ...fact, content, mail: fact.mail ?? { kind: alert.kind, fact: endOf(alert) } };
    await mail(tx, alert, end, told);
    await post(tx, alert, content, channelIds);
  }
  await announceLiveIn(tx, accountId, "alert");
  return true;
}

const endOf = ({ id }: Alert) => `alert:${id}:resolved`;

export const isMuted = ({ mutedUntil }: Pick<AlertRule, "mutedUntil">): boolean =>
  mutedUntil !== null && mutedUntil.getTime() > nowMs();

async function deliver(tx: Tx, alert: Alert, rules: readonly AlertRule[], fact: Fact) {
  const { accountId, mode, id: alertId } = alert;
  const all = await store.listRecipients(tx, alert, rules);
  const byMail = await store.listRecipients(
    tx,
    alert,
    rules.filter((rule) => rule.mail),
  );
  const mailed = new Set(byMail.people.map(({ userId }) => userId));
  await store.insertInbox(
    tx,
    all.people.map(({ userId }) => ({
      ...{ accountId, mode, userId, alertId },
      mailed: mailed.has(userId),
    })),
  );
  await mail(tx, alert, fact, byMail);
  const channels = rules.flatMap(({ channelId }) => (channelId ? [channelId] : []));
  await post(tx, alert, fact.content, [...new Set(channels)]);
}

type Told = { name: string; zone: string; people: readonly Recipient[] };

const isUrgentKind = (kind: ToldKind) => URGENT_ALERTS.some((urgent) => urgent === kind);

type Mailed = Pick<Fact, "content" | "mail"> & { because?: string };

async function mail(tx: Tx, alert: Alert, fact: Mailed, { name, zone, people }: Told) {
  const { accountId, mode } = alert;
  const { kind, fact: about } = fact.mail ?? { kind: alert.kind, fact: `alert:${alert.id}` };
  const because = fact.because ?? `alerts of the account ${name} are sent to you`;
  for (const { email, ...preferences } of people) {
    const isUrgent = isUrgentKind(alert.kind);
    const notBefore = isUrgent ? null : mailTime(preferences, zone, now());
    await queueMailIn(tx, {
      ...{ accountId, mode, kind, fact: about, content: mailOf(alert, fact.content) },
      to: { address: email, because },
      ...(notBefore ? { notBefore, digest: preferences.digestAt !== null } : {}),
    });
  }
}

const urlOf = ({ mode }: Owner, path: string) => `${env.publicUrl}/${mode}/${path}`;

function mailOf(
  owner: Owner,
  { subject, paragraphs, facts, path, action }: AlertContent,
): MailContent {
  const link = { label: action, url: urlOf(owner, path) };
  return { subject, paragraphs, ...(facts ? { facts } : {}), action: link };
}

async function post(
  tx: Tx,
  alert: Alert,
  { subject, paragraphs, path, action }: AlertContent,
  channelIds: ReadonlyArray<Id<"alc">>,
) {
  const { accountId, mode, id: alertId } = alert;
  await store.insertPosts(
    tx,
    channelIds.map((channelId) => ({
      ...{ accountId, mode, id: newIdAt("alp", nowMs()), channelId, alertId },
      ...{ title: subject, why: paragraphs.join(" "), url: urlOf(alert, path), action },
      // The real time: a message does not wait for the sandbox clock.
      ...{ dueAt: dateFromMs(nowMs()), createdAt: now() },
    })),
  );
}
