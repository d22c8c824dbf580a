// Brings the embedded database to this program's major version of PostgreSQL (docs/operations.md, "A new major version of
// PostgreSQL").

import { closeDb } from "#db/client.ts";
import { copyToNewMajor, isSwitching, majorIn, switchToNewMajor } from "#db/embedded/new-major.ts";
import { tryLock } from "#db/embedded/process-lock.ts";
import { rebuildRollups } from "#lib/domain/analytics/index.ts";
import { useInstallationKeys } from "#lib/domain/installation/index.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { bookLines, checkAllBooks } from "./check-books.ts";
import { masterKeyIn } from "./launch/database.ts";
import { answerHelp, onlyArgument } from "./usage.ts";

const USAGE = `Usage: npm run -s upgrade-database -- FOLDER

Copies the embedded database of DATA_DIR to this program's PostgreSQL, while the service is stopped. FOLDER holds initdb, postgres and
pg_ctl of the PostgreSQL that made it. The old database stays as DATA_DIR/postgres.MAJOR.
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const oldBinaries = onlyArgument("the FOLDER of the old PostgreSQL");
  const { dataDir, throwaway } = env;
  if (env.hasDatabaseUrl || majorIn(dataDir) === null) {
    if (!isSwitching(dataDir)) throw new Error(`${dataDir} holds no embedded database.`);
  }
  if (!(await tryLock(dataDir, "serve"))) throw new Error("Stop the service first.");
  if (isSwitching(dataDir)) return switched(switchToNewMajor(dataDir));
  if (!env.hasMasterKey) assignEnv({ PAYDESK_MASTER_KEY: await masterKeyIn(dataDir) });
  const { old, next, counts } = await copyToNewMajor({ dataDir, oldBinaries, throwaway });
  let agrees = false;
  try {
    for (const { table, rows } of counts) if (rows > 0) print(`${table}: ${rows}`);
    assignEnv({ DATABASE_URL: next.serviceUrl, DATABASE_OWNER_URL: next.url });
    await useInstallationKeys();
    // Facts are numbered by the transactions of their server.
    await rebuildRollups(() => {});
    const books = await checkAllBooks();
    for (const line of bookLines(books)) print(line);
    agrees = books.found.length === 0;
  } finally {
    await closeDb();
    await next.stop();
    await old.stop();
  }
  if (!agrees) throw new Error("The books contradict: the old database stays in its place.");
  return switched(switchToNewMajor(dataDir));
}

function switched(old: string): void {
  print(`The database runs on the new PostgreSQL. The old one is kept: ${env.dataDir}/${old}`);
}

answerHelp(USAGE);
await main();
