// Erases a customer's personal data (docs/operations.md, "Personal data").

import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { eraseCustomer } from "#lib/domain/erasure/index.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { answerHelp, UsageError } from "./usage.ts";

const USAGE = `Usage: npm run -s erase -- --account acct_… --customer cus_… [--mode live|test]

Deletes a customer and erases who it was, everywhere in the database. Amounts, ids and times stay. Mode: live. Earlier backups still
contain the values.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      account: { type: "string" },
      customer: { type: "string" },
      mode: { type: "string", default: "live" },
    },
  });
  const { account = "", customer = "", mode } = values;
  if (!isId("acct", account)) throw new UsageError("--account must be the id of an account.");
  if (!isId("cus", customer)) throw new UsageError("--customer must be the id of a customer.");
  if (!isMode(mode)) throw new UsageError("--mode must be live or test.");
  const erased = await eraseCustomer({ accountId: account, mode, customerId: customer });
  for (const { table, rows } of erased) if (rows > 0) process.stdout.write(`${table}: ${rows}\n`);
  process.stdout.write(`${customer} is erased.\n`);
}

answerHelp(USAGE);
await main().finally(() => closeDb());
