// npm run -s ledger -- export --account acct_… --mode test: the ledger as a journal for hledger.

import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { exportJournal } from "#lib/domain/ledger/index.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";

const USAGE = "npm run -s ledger -- export --account acct_… --mode test|live";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: "string" }, mode: { type: "string", default: "test" } },
});
const { account = "", mode } = values;
if (positionals[0] !== "export" || !isId("acct", account) || !isMode(mode)) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  for await (const piece of exportJournal({ accountId: account, mode })) {
    if (!process.stdout.write(piece)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  }
}
await closeDb();
