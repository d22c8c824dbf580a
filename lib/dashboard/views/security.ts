import type { PersonSession } from "#lib/domain/members/index.ts";

export type SessionLineView = {
  id: string;
  isThis: boolean;
  address: string | null;
  client: string | null;
  createdAt: string;
  lastSeenAt: string | null;
};

export type SecurityView = {
  sessions: SessionLineView[];
  hasSecondFactor: boolean;
  /** How many are left. */
  recoveryCodes: number;
};

/** What setting up an authenticator begins with: shown this once. */
export type NewFactorView = { secret: string; qr: string };
export type RecoveryCodesView = { recoveryCodes: string[] };

export function sessionLineView(
  { id, address, client, createdAt, lastSeenAt }: PersonSession,
  thisOne: string,
): SessionLineView {
  return {
    id,
    isThis: id === thisOne,
    address,
    client,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
