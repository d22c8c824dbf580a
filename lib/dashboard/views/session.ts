import {
  type askForPasskey,
  type beginPasskey,
  type Membership,
  type Passkey,
  type PersonSession,
  permissionsOf,
  type Session,
  type SessionEnd,
} from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";

export type SignInView = {
  demo: { email: string; password: string } | null;
  /** Where a browser must be to use a passkey; null where passkeys are not possible. */
  passkeyHost: string | null;
  /** Whether strangers may make an account. */
  maySignUp: boolean;
  /** What ended the session that this browser had. */
  endedBy: SessionEnd | null;
  /** The password was given, and the second factor was not. */
  awaitsSecondFactor: boolean;
};
/** Whether a forgotten password is replaced by e-mail, or by an operator. */
export type RecoveryView = { byMail: boolean };
export type SignUpView = {
  isOpen: boolean;
  /** Whether the address is confirmed by e-mail first. */
  byMail: boolean;
  countries: Array<{ code: string; name: string; currency: string; timezone: string }>;
};
/** What the browser asks a passkey for. */
export type PasskeyOptionsView = Awaited<ReturnType<typeof askForPasskey>>;
export type SignedInView = { signedIn: true; awaitsSecondFactor: boolean };

/** Who is looking, at which account, and what they may do there. */
export function sessionView(
  { user, hasSecondFactor }: Pick<Session, "user" | "hasSecondFactor">,
  memberships: Membership[],
  active: Membership,
) {
  return {
    person: { id: user.id, name: user.name, email: user.email, hasSecondFactor },
    account: {
      id: active.accountId,
      name: active.accountName,
      country: active.country,
      timezone: active.timezone,
      currency: active.defaultCurrency,
      isDemo: active.isDemo,
    },
    role: active.role,
    /** Nothing of this account opens before that. */
    mustSetUpFactor: active.requiresSecondFactor && !hasSecondFactor,
    may: permissionsOf(active.role),
    accounts: memberships.map(({ accountId, accountName, role }) => ({
      id: accountId,
      name: accountName,
      role,
    })),
    now: now().toISOString(),
    /** How far test mode's clock is ahead of it. */
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
  /** How many are left. */
  recoveryCodes: number;
  passkeys: PasskeyView[];
  /** Where a browser must be to use one; null where passkeys are not possible. */
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

/** What the browser makes a new passkey from. */
export type NewPasskeyOptionsView = Awaited<ReturnType<typeof beginPasskey>>;

/** What setting up an authenticator begins with: shown this once. */
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
