// Makes merchants for journeys: one for each line of standard input, in the service's own database. A program
// that stays, because to load it takes longer than ten merchants do.

import { createInterface } from "node:readline";
import { closeDb } from "#db/client.ts";
import { accountJson } from "#lib/cli/account-json.ts";
import { createAccount } from "#lib/domain/accounts/index.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const made = await createAccount(JSON.parse(line));
  process.stdout.write(`${JSON.stringify(accountJson(made))}\n`);
}
await closeDb();
