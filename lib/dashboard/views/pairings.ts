import type { NewKey } from "#lib/domain/keys/index.ts";
import { PAIRING_MS, type Pairing, POLL_SECONDS } from "#lib/domain/pairings/index.ts";
import { networkOfCaller } from "#lib/kernel/address-ranges.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import type { PairingStatus } from "#lib/kernel/vocabulary/keys.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";

/** A new pairing, for the command line that asked. `packages/paydesk` reads it, so fields are only added. */
export function newPairingView(begun: {
  code: string;
  pollSecret: string;
  expiresInSeconds: number;
}) {
  const { code, pollSecret, expiresInSeconds } = begun;
  const url = `${env.publicUrl}/test/keys/pair?code=${code}`;
  return { code, url, pollSecret, expiresInSeconds, intervalSeconds: POLL_SECONDS };
}

export type NewPairingView = ReturnType<typeof newPairingView>;

/** State of a pairing, for the command line. `packages/paydesk` reads it, so fields are only added. */
export type PolledPairingView =
  | { status: Exclude<PairingStatus, "confirmed"> | "expired" }
  | {
      status: "confirmed";
      /** Shown once. */
      key: string;
      name: string;
      account: string;
      mode: Mode;
      expiresAt: string | null;
    };

export function pairedKeyView({ key, plaintext }: NewKey): PolledPairingView {
  return {
    status: "confirmed",
    key: plaintext,
    name: key.name,
    account: key.accountId,
    mode: key.mode,
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
}

/** The command line of a code, as the person who decides sees it. */
export function pairingView(
  { code, pairing }: { code: string | null; pairing: Pairing | null },
  viewerAddress: string | null,
) {
  return {
    /** The code that was looked up; null if the text cannot be one. */
    code,
    /** Null if the code is unknown or no longer valid. */
    pairing: pairing && {
      device: pairing.device,
      address: pairing.address,
      client: pairing.client,
      /** Whether it asks from the network of the person who looks. */
      isNear: isSameNetwork(pairing.address, viewerAddress),
      status: pairing.status,
      createdAt: pairing.createdAt.toISOString(),
      expiresAt: dateFromMs(pairing.createdAt.getTime() + PAIRING_MS).toISOString(),
    },
    viewerAddress,
  };
}

function isSameNetwork(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  return networkOfCaller(one) === networkOfCaller(other) || [one, other].every(isOwnMachine);
}

/** The machine of the service, whose two families of addresses are two networks. */
const isOwnMachine = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

export type PairingView = ReturnType<typeof pairingView>;

/** `POST /internal/pairing/confirm` and `/refuse` */
export type AnsweredPairingView = { status: PairingStatus; device: string };
