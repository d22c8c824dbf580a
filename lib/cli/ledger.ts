// npm run -s ledger -- export --account acct_… --mode test: the ledger as a journal for hledger.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { bookSigner } from "#lib/domain/books/index.ts";
import { exportJournal } from "#lib/domain/ledger/index.ts";
import { JOURNAL_PROOF } from "#lib/kernel/books-proof.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";

const USAGE = "npm run -s ledger -- export --account acct_… --mode test|live";

async function write(piece: string): Promise<void> {
  if (!process.stdout.write(piece)) await once(process.stdout, "drain");
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: "string" }, mode: { type: "string", default: "test" } },
});
const { account = "", mode } = values;
if (positionals[0] !== "export" || !isId("acct", account) || !isMode(mode)) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  const ctx = { accountId: account, mode };
  const proofOf = await bookSigner(ctx);
  const hash = createHash("sha256");
  await exportJournal(ctx, async (piece) => {
    hash.update(piece);
    await write(piece);
  });
  await write(`${JOURNAL_PROOF}${proofOf(hash.digest("hex"))}\n`);
}
await closeDb();
