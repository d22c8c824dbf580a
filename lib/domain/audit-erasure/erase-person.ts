import { sealAudit } from "#lib/domain/audit/index.ts";
import * as store from "./store.ts";

/**
 * Erases a person's name, e-mail address, address and client from the audit log, with the salts of their hashes: of what the
 * person did and of what was done to them. `person` is their id or their e-mail address. What was done and when stays, and
 * the chain still verifies. What a transaction that is still at work has written is not sealed yet, and is left. Answers of
 * how many entries.
 */
export async function erasePerson(accountId: string, person: string): Promise<number> {
  await sealAudit();
  return await store.erase(accountId, person);
}
