import type { beginPasskey, Passkey, PersonSession } from "#lib/domain/members/index.ts";

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
