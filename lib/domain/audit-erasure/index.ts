// Erases personal values as the table owner. For the command line only: code that answers requests must not import it
// (`tidy.test.ts`).

import { sealAudit } from "#lib/domain/audit/index.ts";
import * as store from "./store.ts";

/**
 * Erases a person's name, e-mail address, IP address and client from the audit entries about them or by them, with the
 * salts of the hashes. `person` is an id or an e-mail address. Actions and times remain, and the chain still verifies.
 * Entries of running transactions are not sealed yet and are skipped. Returns the number of entries.
 */
export async function erasePerson(accountId: string, person: string): Promise<number> {
  await sealAudit();
  return await store.erase(accountId, person);
}
