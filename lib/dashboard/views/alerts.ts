import type { listChannels } from "#lib/domain/alert-channels/index.ts";
import {
  type Alert,
  type InboxRow,
  isForEver,
  type Occurrence,
  type Preferences,
  type ShownRule,
} from "#lib/domain/alerts/index.ts";
import type { TeamMember } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { LASTING_ALERTS } from "#lib/kernel/vocabulary/alerts.ts";
import { iso } from "./shared.ts";

export function alertView({ id, kind, title, why, path, action, at, resolvedAt, muted }: Alert) {
  return {
    ...{ id, kind, title, why, path, action, muted },
    at: at.toISOString(),
    resolvedAt: iso(resolvedAt),
    /** Whether it still lasts; null for what happens at one moment. */
    isOpen: LASTING_ALERTS.some((one) => one === kind) ? resolvedAt === null : null,
  };
}

export type AlertView = ReturnType<typeof alertView>;

export const inboxItemView = (row: InboxRow) => ({
  ...alertView(row),
  isRead: row.readAt !== null,
});

export type InboxItemView = ReturnType<typeof inboxItemView>;
export type InboxView = { alerts: InboxItemView[]; unread: number; older: string | null };

export function alertRuleView(rule: ShownRule, team: readonly TeamMember[]) {
  const { id, kind, params, active, roles, members, mail, channelId, open } = rule;
  const { mutedUntil, mutedBy, firedAt } = rule;
  const isMuted = mutedUntil !== null && mutedUntil.getTime() > nowMs();
  const muted = isMuted && {
    /** Null for ever. */
    until: isForEver(mutedUntil) ? null : mutedUntil.toISOString(),
    by: team.find(({ userId }) => userId === mutedBy)?.name ?? null,
  };
  return {
    ...{ id, kind, params, active, roles, mail, open },
    // A member who left is not told any more.
    members: members.filter((userId) => team.some((one) => one.userId === userId)),
    channel: channelId,
    muted: muted || null,
    firedAt: iso(firedAt),
  };
}

export type AlertRuleView = ReturnType<typeof alertRuleView>;

type Channel = Awaited<ReturnType<typeof listChannels>>[number];

const channelView = ({ id, name, hint, last }: Channel) => ({
  ...{ id, name, hint },
  last: last && {
    ...{ status: last.status, lastError: last.lastError },
    at: (last.sentAt ?? last.createdAt).toISOString(),
  },
});

export type AlertChannelView = ReturnType<typeof channelView>;

export function alertRulesView({
  rules,
  channels,
  team,
  preferences,
  mayEdit,
}: {
  rules: readonly ShownRule[];
  channels: readonly Channel[];
  team: readonly TeamMember[];
  preferences: Preferences;
  mayEdit: boolean;
}) {
  return {
    rules: rules.map((rule) => alertRuleView(rule, team)),
    channels: channels.map(channelView),
    members: team.map(({ userId, name }) => ({ id: userId, name })),
    /** When the signed-in person gets e-mail. */
    preferences,
    mayEdit,
  };
}

export type AlertRulesView = ReturnType<typeof alertRulesView>;
export type AlertRuleDetailView = { rule: AlertRuleView; alerts: AlertView[] };

const LISTED = 20;

/** The newest times at which a rule would have told something, and their number. */
export function trialView(trial: { from: Date; to: Date; found: readonly Occurrence[] }) {
  const { from, to, found } = trial;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    count: found.length,
    times: found.map(({ at }) => at.toISOString()).slice(-MOST_TIMES),
    newest: found
      .slice(-LISTED)
      .map(({ at, until, content }) => ({
        ...{ title: content.subject, at: at.toISOString(), until: iso(until) },
      }))
      .toReversed(),
  };
}

/** A chart of 30 days needs no more. */
const MOST_TIMES = 1_000;

export type TrialView = ReturnType<typeof trialView>;
