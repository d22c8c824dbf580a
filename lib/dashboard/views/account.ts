import { type Account, findCountry } from "#lib/domain/accounts/index.ts";
import { ACTIONS, type AuditEntry, isAction, type KeptFacts } from "#lib/domain/audit/index.ts";
import type { MailMessage } from "#lib/domain/mail/index.ts";
import type { Invitation, Permission, SessionEnds, TeamMember } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { ActorType } from "#lib/kernel/vocabulary/audit.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import type { RefundLimitView } from "./refund-limits.ts";
import { iso, type SliceView } from "./shared.ts";

/** The account's settings. Version pins are changed at Versions. */
export function accountView(account: Account) {
  return {
    id: account.id,
    name: account.name,
    country: { code: account.country, name: findCountry(account.country)?.name ?? account.country },
    timezone: account.timezone,
    defaultCurrency: account.defaultCurrency,
    locale: account.locale,
    versions: { test: account.testVersion, live: account.liveVersion },
    createdAt: account.createdAt.toISOString(),
  };
}

export type AccountView = ReturnType<typeof accountView>;

export type TeamMemberView = {
  id: string;
  name: string;
  email: string;
  role: Role;
  hasSecondFactor: boolean;
  lastSeenAt: string | null;
  joinedAt: string;
};

/** The link of a new invitation or a new link of an old one. It is shown once. */
export type InvitationLinkView = { id: string; url: string };

export type InvitationView = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  sentAgain: number;
  createdAt: string;
  expiresAt: string;
  hasExpired: boolean;
};

export type TeamView = {
  members: TeamMemberView[];
  invitations: InvitationView[];
  /** Whether invitations are e-mailed; otherwise the inviter passes the link on. */
  hasMailServer: boolean;
  /** Whether every member needs a second factor. */
  requiresSecondFactor: boolean;
  sessionEnds: SessionEnds;
  /** The roles whose refunds can be limited. */
  refundLimits: { role: Role; limits: RefundLimitView }[];
  permissions: Record<Role, Permission[]>;
};

/** An invitation, shown before it is accepted. */
export type WelcomeView = { account: string; email: string; role: Role; isKnown: boolean };

export function teamMemberView(member: TeamMember): TeamMemberView {
  const { userId, lastSeenAt, joinedAt, ...shown } = member;
  return {
    ...shown,
    id: userId,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    joinedAt: joinedAt.toISOString(),
  };
}

export function invitationView(
  { id, email, role, invitedBy, sends, createdAt, expiresAt }: Invitation,
  members: readonly TeamMember[],
): InvitationView {
  return {
    id,
    email,
    role,
    invitedBy: members.find(({ userId }) => userId === invitedBy)?.name ?? null,
    sentAgain: sends - 1,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    hasExpired: expiresAt <= now(),
  };
}

export type AuditActorView = { type: ActorType; id: string; name: string };

export type AuditEntryView = {
  id: string;
  mode: Mode | null;
  action: string;
  /** The text for `action`. */
  label: string;
  subject: { id: string; name: string | null };
  actor: AuditActorView;
  address: string | null;
  client: string | null;
  requestId: string;
  /** Changed facts; null before a creation and after a deletion. */
  changes: { name: string; before: string | null; after: string | null }[];
  createdAt: string;
};

export type AuditListView = {
  entries: AuditEntryView[];
  total: number;
  older: string | null;
  newer: string | null;
  /** Every actor of the log. */
  actors: AuditActorView[];
};

export function auditEntryView(entry: AuditEntry): AuditEntryView {
  return {
    id: entry.id,
    mode: entry.mode,
    action: entry.action,
    label: isAction(entry.action) ? ACTIONS[entry.action].label : entry.action,
    subject: { id: entry.subjectId, name: entry.subjectName },
    actor: auditActorView(entry),
    address: entry.address,
    client: entry.client,
    requestId: entry.requestId,
    changes: changesOf(entry),
    createdAt: entry.createdAt.toISOString(),
  };
}

type Actor = Pick<AuditEntry, "actorType" | "actorId" | "actorName">;

export function auditActorView({ actorType, actorId, actorName }: Actor): AuditActorView {
  return { type: actorType, id: actorId, name: actorName ?? actorId };
}

function changesOf({ before, after }: AuditEntry): AuditEntryView["changes"] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    name: inLabel(name),
    before: textOf(before, name),
    after: textOf(after, name),
  }));
}

function textOf(facts: KeptFacts | null, name: string): string | null {
  const value = facts?.[name];
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const { currency } = facts ?? {};
  const isMoney = /(Minor|Total)$/.test(name) && /^-?\d+$/.test(String(value));
  if (isMoney && typeof currency === "string") return formatMinor(BigInt(String(value)), currency);
  return String(value);
}

/** `amountMinor` → `amount`, `acceptedTotal` → `accepted total`. */
const inLabel = (name: string) =>
  name
    .replace(/Minor$/, "")
    .replace(/([a-z])([A-Z])/g, (_, end: string, next: string) => `${end} ${next.toLowerCase()}`);

export function notificationListItemView(message: MailMessage) {
  return {
    id: message.id,
    mode: message.mode,
    kind: message.kind,
    recipient: message.recipient,
    subject: message.subject,
    status: message.status,
    attempts: message.attempts,
    nextAttemptAt: iso(message.nextAttemptAt),
    /** The last refusal of the mail server. */
    lastError: message.lastError,
    createdAt: message.createdAt.toISOString(),
    sentAt: iso(message.sentAt),
  };
}

export type NotificationListItemView = ReturnType<typeof notificationListItemView>;

/** `GET /internal/notifications` */
export type NotificationListView = SliceView & {
  notifications: NotificationListItemView[];
  /** Whether a mail server is configured. */
  hasMailServer: boolean;
  /** Whether members who may close months get the weekly e-mail. */
  weeklyMail: boolean;
};

/** `GET /internal/notifications/:id` */
export function notificationView(message: MailMessage) {
  return { ...notificationListItemView(message), text: message.textBody };
}

export type NotificationView = ReturnType<typeof notificationView>;
