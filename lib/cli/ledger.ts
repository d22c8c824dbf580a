// Exports the ledger as a journal for hledger.

import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { exportJournal } from "#lib/domain/ledger/index.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { answerHelp } from "./usage.ts";

const USAGE = "Usage: npm run -s ledger -- export --account acct_… [--mode test|live]";

answerHelp(USAGE);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: "string" }, mode: { type: "string", default: "test" } },
});
const { account = "", mode } = values;
if (positionals[0] !== "export" || !isId("acct", account) || !isMode(mode)) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  await pipeline(exportJournal({ accountId: account, mode }), process.stdout, { end: false });
}
await closeDb();
