import type { Id } from "#lib/kernel/ids.ts";
import type { PairingStatus } from "#lib/kernel/vocabulary/keys.ts";

/** A command line that asks for a key. */
export type Pairing = {
  id: Id<"prg">;
  /** What it calls its machine, without characters that could deceive. */
  device: string;
  address: string | null;
  client: string | null;
  status: PairingStatus;
  createdAt: Date;
};

/** Who confirmed a pairing, and what its key may do. */
export type ConfirmedPairing = Pairing & {
  accountId: Id<"acct">;
  answeredBy: string;
  scopes: string[];
};
