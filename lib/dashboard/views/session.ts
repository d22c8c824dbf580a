import type { ListLayouts } from "#lib/domain/list-layouts/index.ts";
import type { MemberSettings } from "#lib/domain/member-settings/index.ts";
import {
  type askForPasskey,
  type beginPasskey,
  type Membership,
  type Passkey,
  type PersonSession,
  permissionsOf,
  rolesBelow,
  type Session,
} from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import { localeRules } from "#lib/kernel/locale-rules.ts";
import type { SessionEnd } from "#lib/kernel/vocabulary/sessions.ts";
import { refundLimitView } from "./refund-limits.ts";

export type SignInView = {
  demo: { email: string; password: string } | null;
  /** The host name at which passkeys work; null if they are not possible. */
  passkeyHost: string | null;
  maySignUp: boolean;
  /** Why the last session of this browser ended. */
  endedBy: SessionEnd | null;
  /** The password was right, the second factor is missing. */
  awaitsSecondFactor: boolean;
};
/** Whether passwords are reset by e-mail; otherwise by the operator. */
export type RecoveryView = { byMail: boolean };
export type SignUpView = {
  isOpen: boolean;
  /** Whether the address is confirmed by e-mail. */
  byMail: boolean;
  countries: Array<{ code: string; name: string; currency: string; timezone: string }>;
};
/** WebAuthn options for a sign-in with a passkey. */
export type PasskeyOptionsView = Awaited<ReturnType<typeof askForPasskey>>;
export type SignedInView = { signedIn: true; awaitsSecondFactor: boolean };

type SessionParts = MemberSettings & { layouts: ListLayouts; publicUrl: string };

/** The signed-in person, the selected account, and their permissions in it. */
export function sessionView(
  { user, hasSecondFactor }: Pick<Session, "user" | "hasSecondFactor">,
  memberships: Membership[],
  active: Membership,
  { layouts, favourites, tourStep, publicUrl }: SessionParts,
) {
  const own =
    memberships.find(({ accountId }) => accountId === active.accountId)?.role ?? active.role;
  return {
    /** Origin of the dashboard and the API. */
    publicUrl,
    person: { id: user.id, name: user.name, email: user.email, hasSecondFactor },
    account: {
      id: active.accountId,
      name: active.accountName,
      country: active.country,
      timezone: active.timezone,
      currency: active.defaultCurrency,
      locale: active.locale,
      format: localeRules(active.locale),
      isDemo: active.isDemo,
    },
    role: active.role,
    /** The member has another role, and looks at the dashboard as this one. */
    isViewedAs: own !== active.role,
    /** Roles as which the member can look at the dashboard. */
    viewableAs: rolesBelow(own),
    /** The member must set up a second factor before using this account. */
    mustSetUpFactor: active.requiresSecondFactor && !hasSecondFactor,
    may: permissionsOf(active.role),
    /** The most that the role may refund on one payment; null without a limit. */
    refundLimit: refundLimitView(active.refundLimits, active.role),
    accounts: memberships.map(({ accountId, accountName, role }) => ({
      id: accountId,
      name: accountName,
      role,
    })),
    /** The columns that the person chose, by list. */
    layouts,
    /** Screens that the person keeps in the sidebar, in its order. */
    favourites,
    /** The step that their tour is at; null: no tour. */
    tourStep,
    now: now().toISOString(),
    /** How far the sandbox clock is ahead of `now`. */
    testClockAheadMs: active.testClockAheadMs,
  };
}

export type SessionView = ReturnType<typeof sessionView>;

export type SessionListItemView = {
  id: string;
  isThis: boolean;
  address: string | null;
  client: string | null;
  createdAt: string;
  lastSeenAt: string | null;
};

export type SecurityView = {
  sessions: SessionListItemView[];
  hasSecondFactor: boolean;
  /** Unused recovery codes. */
  recoveryCodes: number;
  passkeys: PasskeyView[];
  /** The host name at which passkeys work; null if they are not possible. */
  passkeyHost: string | null;
};

export type PasskeyView = { id: string; name: string; createdAt: string; usedAt: string | null };

export function passkeyView({ id, name, createdAt, usedAt }: Passkey): PasskeyView {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}

/** WebAuthn options for a new passkey. */
export type NewPasskeyOptionsView = Awaited<ReturnType<typeof beginPasskey>>;

/** Secret and QR code of a new authenticator, shown once. */
export type NewFactorView = { secret: string; qr: string };
export type RecoveryCodesView = { recoveryCodes: string[] };

export function sessionListItemView(
  { id, address, client, createdAt, lastSeenAt }: PersonSession,
  thisOne: string,
): SessionListItemView {
  return {
    id,
    isThis: id === thisOne,
    address,
    client,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
