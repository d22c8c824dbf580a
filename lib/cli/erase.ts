// Erases a customer's personal data (docs/operations.md, "Personal data").

import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { eraseCustomer } from "#lib/domain/erasure/index.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { report } from "./launch/report.ts";
import { answerHelp } from "./usage.ts";

const USAGE = `Usage: npm run -s erase -- --account acct_… --customer cus_… [--mode live|test]

Deletes a customer and erases who it was, everywhere in the database. Amounts, ids and times stay. Mode: live. Earlier backups still
contain the values.
`;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      account: { type: "string" },
      customer: { type: "string" },
      mode: { type: "string", default: "live" },
    },
  });
  const { account = "", customer = "", mode } = values;
  if (positionals.length > 0 || !isId("acct", account) || !isId("cus", customer) || !isMode(mode)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const erased = await eraseCustomer({ accountId: account, mode, customerId: customer });
  for (const { table, rows } of erased) if (rows > 0) process.stdout.write(`${table}: ${rows}\n`);
  process.stdout.write(`${customer} is erased.\n`);
  return 0;
}

answerHelp(USAGE);
process.exitCode = await main(process.argv.slice(2))
  .catch(report)
  .finally(() => closeDb());
