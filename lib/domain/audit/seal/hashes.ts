import { sealHash } from "#lib/domain/seal/index.ts";

/** An entry as text from the database, so that no conversion changes what is hashed. */
export type EntryTexts = {
  id: string;
  mode: string | null;
  action: string;
  subject_id: string;
  actor_type: string;
  actor_id: string;
  request_id: string;
  before: string | null;
  after: string | null;
  created_at: string;
};

export type PeopleTexts = {
  salt: Buffer;
  subject_name: string | null;
  actor_name: string | null;
  address: string | null;
  client: string | null;
};

export type Seal = { id: string; entryHash: Buffer; peopleHash: Buffer };

const hashOf = (what: string, ...values: readonly (string | number | null)[]): Buffer =>
  sealHash("audit-seal", what, ...values);

/** The hash of an entry without its personal values. Includes the account's id. */
export function entryHash(accountId: string, e: EntryTexts): Buffer {
  return hashOf(
    "entry",
    ...[accountId, e.id, e.mode, e.action, e.subject_id, e.actor_type, e.actor_id],
    ...[e.request_id, e.before, e.after, e.created_at],
  );
}

/** The salted hash of an entry's personal values. After the values and the salt are erased, guesses cannot be tested
 *  against it. */
export function peopleHash(accountId: string, id: string, p: PeopleTexts): Buffer {
  return hashOf(
    "people",
    ...[accountId, id, p.salt.toString("hex")],
    ...[p.subject_name, p.actor_name, p.address, p.client],
  );
}

/** The items of a block. */
export function itemsOf(seals: readonly Seal[]): string[] {
  return seals.flatMap((seal) => [
    seal.id,
    seal.entryHash.toString("hex"),
    seal.peopleHash.toString("hex"),
  ]);
}
