// Exports the ledger as a journal for hledger.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { bookSigner } from "#lib/domain/books/index.ts";
import { exportJournal } from "#lib/domain/ledger/index.ts";
import { JOURNAL_PROOF } from "#lib/kernel/books-proof.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { answerHelp, UsageError } from "./usage.ts";

const USAGE = "Usage: npm run -s ledger -- export --account acct_… [--mode test|live]";

answerHelp(USAGE);

async function write(piece: string): Promise<void> {
  if (!process.stdout.write(piece)) await once(process.stdout, "drain");
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: "string" }, mode: { type: "string", default: "test" } },
});
const { account = "", mode } = values;
if (positionals.length !== 1 || positionals[0] !== "export") {
  throw new UsageError("The command is export.");
}
if (!isId("acct", account)) throw new UsageError("--account must be the id of an account, acct_….");
if (!isMode(mode)) throw new UsageError("--mode must be test or live.");
const ctx = { accountId: account, mode };
const proofOf = await bookSigner(ctx);
const hash = createHash("sha256");
await exportJournal(ctx, async (piece) => {
  hash.update(piece);
  await write(piece);
});
await write(`${JOURNAL_PROOF}${proofOf(hash.digest("hex"))}\n`);
await closeDb();
