import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { AlertKind, AlertParams, ToldKind } from "#lib/kernel/vocabulary/alerts.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";

export type Owner = { accountId: Id<"acct">; mode: Mode };

/** Kind and parameters of a rule, without the people it tells. */
export type Condition = { kind: AlertKind; params: AlertParams };

export type AlertRule = Owner &
  Condition & {
    id: Id<"alr">;
    active: boolean;
    /** Its people: members with these roles, and these members. */
    roles: Role[];
    members: string[];
    mail: boolean;
    channelId: Id<"alc"> | null;
    mutedUntil: Date | null;
    mutedBy: string | null;
    firedAt: Date | null;
    createdAt: Date;
  };

/** Fields of a rule that a person sets. */
export type RuleChoice = Condition &
  Pick<AlertRule, "active" | "roles" | "members" | "mail" | "channelId">;

/** The words of an alert. */
export type AlertContent = {
  subject: string;
  paragraphs: readonly string[];
  facts?: ReadonlyArray<readonly [name: string, value: string]>;
  /** The screen to act on, under the mode: `home`. */
  path: string;
  /** The words of its link. */
  action: string;
};

/** Something that happened, or would have: the same for the worker and for the trial of a rule. */
export type Occurrence = {
  /** Identifies it within the kind. */
  key: string;
  at: Date;
  /** When it was over; null if it is not, or does not last. */
  until: Date | null;
  content: AlertContent;
};

/** A fact to tell. */
export type Fact = {
  kind: AlertKind;
  key: string;
  at: Date;
  content: AlertContent;
  /** The kind and the fact of its e-mail; derived from the alert's by default. */
  mail?: { kind: string; fact: string };
};

export type Alert = Owner & {
  id: Id<"alt">;
  /** Null for a message to one person. */
  ruleId: Id<"alr"> | null;
  kind: ToldKind;
  key: string;
  title: string;
  why: string;
  path: string;
  action: string;
  at: Date;
  resolvedAt: Date | null;
  muted: boolean;
  createdAt: Date;
};

export type Preferences = {
  /** Quiet hours as `HH:MM` in the account's time zone; both or neither. */
  quietFrom: string | null;
  quietTo: string | null;
  /** The time of the daily digest; null without one. */
  digestAt: string | null;
};

/** A person whom rules name, and when they get e-mail. */
export type Recipient = Preferences & { userId: string; email: string };

/** A half-open period. */
export type Period = { from: Date; to: Date };
