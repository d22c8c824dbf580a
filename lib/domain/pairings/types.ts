import type { Id } from "#lib/kernel/ids.ts";
import type { PairingStatus } from "#lib/kernel/vocabulary/keys.ts";

/** A command line that asks for a key. */
export type Pairing = {
  id: Id<"prg">;
  /** The machine's name as the command line gives it, without characters that could deceive. */
  device: string;
  address: string | null;
  client: string | null;
  status: PairingStatus;
  createdAt: Date;
};

/** A pairing with the member who confirmed it and the scopes of its key. */
export type ConfirmedPairing = Pairing & {
  accountId: Id<"acct">;
  answeredBy: string;
  scopes: string[];
};
