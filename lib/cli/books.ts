// npm run -s books -- check [--account acct_…] [--mode test|live] [--json]
//
// Checks the books now, all rows of all accounts, and names every row that contradicts another one. Exits 1 if there
// is one.

import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { bookSubjects, checkBooks, type Finding } from "#lib/domain/books/index.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";

const USAGE = `Usage: npm run -s books -- check [--account acct_…] [--mode test|live] [--json]

check   compares every row of the books with the rows that must agree with it, now.
        Exits with 0 if all agree and with 1 if not.
`;

type Found = Finding & { account: string; mode: string };

async function check(params: { account?: string; mode?: string; json: boolean }): Promise<number> {
  const found: Found[] = [];
  let checked = 0;
  for (const subject of await bookSubjects()) {
    const { accountId: account, mode } = subject;
    if (params.account && params.account !== account) continue;
    if (params.mode && params.mode !== mode) continue;
    checked++;
    const ctx = await systemContext(subject, "book check");
    const wrong = await checkBooks(ctx, { everything: true });
    found.push(...wrong.map((one) => ({ account, mode, ...one })));
  }
  if (params.json) {
    process.stdout.write(
      `${JSON.stringify({ checked, agrees: found.length === 0, found }, null, 2)}\n`,
    );
  } else {
    for (const { account, mode, part, row, what } of found) {
      process.stdout.write(`${account} ${mode} ${part}: ${row}: ${what}\n`);
    }
    const books = checked === 1 ? "1 ledger" : `${checked} ledgers`;
    const rows = found.length === 1 ? "1 row contradicts" : `${found.length} rows contradict`;
    process.stdout.write(
      found.length === 0
        ? `${books} checked: all rows agree\n`
        : `${books} checked: ${rows} others\n`,
    );
  }
  return found.length === 0 ? 0 : 1;
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      account: { type: "string" },
      mode: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { account, mode, json } = values;
  const isKnown = positionals.length === 1 && positionals[0] === "check";
  if (!isKnown || (account && !isId("acct", account)) || (mode && !isMode(mode))) {
    process.stderr.write(USAGE);
    return 2;
  }
  return await check({ json, ...(account ? { account } : {}), ...(mode ? { mode } : {}) });
}

try {
  process.exitCode = await main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
    if (!error.code?.startsWith("ERR_PARSE_ARGS")) throw error;
    process.stderr.write(`${error.message}\n${USAGE}`);
    return 2;
  });
} finally {
  await closeDb();
}
