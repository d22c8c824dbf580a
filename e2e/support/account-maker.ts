// Creates merchants for journeys in the service's database, one for each line of standard input. It keeps
// running, because starting it takes longer than creating ten merchants.

import { createInterface } from "node:readline";
import { closeDb } from "#db/client.ts";
import { accountJson } from "#lib/cli/account-json.ts";
import { createAccount } from "#lib/domain/accounts/index.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const made = await createAccount(JSON.parse(line));
  process.stdout.write(`${JSON.stringify(accountJson(made))}\n`);
}
await closeDb();
