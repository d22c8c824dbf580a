// npm run -s books -- check [--account acct_…] [--mode test|live] [--json]
// npm run -s books -- verify FILE [--headers FILE] --keys FILE|URL
// npm run -s books -- rotate-key
//
// `check` compares all rows of all books now and names every row that contradicts another one. `verify` checks a report,
// journal or closed month with its proof; it needs no database. `rotate-key` makes the key that signs files from now on.

import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { rotateBookKey } from "#lib/domain/books/index.ts";
import { useInstallationKeys } from "#lib/domain/installation/index.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { isId } from "#lib/kernel/ids.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { bookLines, checkAllBooks } from "./check-books.ts";
import { openDatabase } from "./launch/database.ts";
import { answerHelp, UsageError } from "./usage.ts";
import { verifyFile } from "./verify-file.ts";

const USAGE = `Usage: npm run -s books -- check [--account acct_…] [--mode test|live] [--json]
       npm run -s books -- verify FILE [--headers FILE] --keys FILE|URL
       npm run -s books -- rotate-key

check       compares every row of the books with the rows that must agree with it, now.
            Exits with 0 if all agree and with 1 if not.
verify      checks that FILE has the hash in its proof, and that the proof was signed with one of the
            public keys (/.well-known/paydesk-books.json). Needs no database. The proof is the line
            Service-Books-Proof of --headers (by default FILE.headers, as curl -D writes it), or the last
            line of a journal. FILE may also be a closed month as JSON (GET /v1/month_closings/mcl_…) with the
            files that it names beside it, or the text of a weekly e-mail. Exits with 1 if anything does not fit.
rotate-key  makes the key that signs files from now on; earlier keys stay public.
`;

answerHelp(USAGE);

type Values = { account?: string; mode?: string; json: boolean };

async function check({ account, mode, json }: Values): Promise<number> {
  const { checked, found } = await checkAllBooks({ account, mode });
  const agrees = found.length === 0;
  if (json) print(JSON.stringify({ checked, agrees, found }, null, 2));
  else for (const line of bookLines({ checked, found })) print(line);
  return agrees ? 0 : 1;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Says why on standard error. */
const refuse = (message: string): number => {
  process.stderr.write(`${message}\n`);
  return 1;
};

async function verify(file: string, how: { headers?: string; keys: string }): Promise<number> {
  const { fits, lines } = await verifyFile(file, how);
  if (!fits) return refuse(lines.join("\n"));
  print(lines.join("\n"));
  return 0;
}

/** Opens the embedded database if no other is named. */
async function withDatabase(work: () => Promise<number>): Promise<number> {
  const database = env.hasDatabaseUrl ? null : await openDatabase();
  if (database) assignEnv(database.variables);
  try {
    await useInstallationKeys();
    return await work();
  } finally {
    await closeDb();
    await database?.stop();
  }
}

async function rotate(): Promise<number> {
  const key = await rotateBookKey();
  print(`Files are signed with the key ${key} from now on, by running processes within a minute.`);
  return 0;
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      account: { type: "string" },
      mode: { type: "string" },
      headers: { type: "string" },
      keys: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const { account, mode, keys } = values;
  const [command, file, ...rest] = positionals;
  const given = { ...values, json: values.json } as Values;
  const isFor = (name: string) => command === name && file === undefined;
  if (rest.length === 0 && !(account && !isId("acct", account)) && !(mode && !isMode(mode))) {
    if (isFor("check")) return await withDatabase(() => check(given));
    if (isFor("rotate-key")) return await withDatabase(rotate);
    if (command === "verify" && file && keys) return await verify(file, { ...values, keys });
  }
  throw new UsageError("Name a command with its options: check, verify or rotate-key.");
}

process.exitCode = await main(process.argv.slice(2));
