// Restores a backup, and says which copy of an installation lives (docs/operations.md, "Backup").

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { restore } from "#db/embedded/backup.ts";
import { recover } from "#db/embedded/point-in-time.ts";
import {
  holdInstallation,
  releaseInstallation,
  useInstallationKeys,
} from "#lib/domain/installation/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { bookLines, checkAllBooks } from "./check-books.ts";
import { openDatabase } from "./launch/database.ts";
import { answerHelp, UsageError } from "./usage.ts";

const USAGE = `Usage: npm run -s restore -- FOLDER [--until TIME]
       npm run -s restore -- --release
       npm run -s restore -- --hold

FOLDER     puts a backup into DATA_DIR, which must hold no database, and checks its books. DATA_DIR/master.key (or
           PAYDESK_MASTER_KEY) must be the key of that database. The restored copy is held: it serves, but its workers send nothing.
--until    a time after the backup, such as 2026-11-27T16:20:00Z: replays the log that LOG_ARCHIVE holds until then.
--release  says that this copy lives, and the one that was backed up does not: workers send again.
--hold     holds a copy that was restored in another way. Call it before a worker starts on it.
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Puts the backup in place and leaves its server as it is at `until`. */
async function putBack(folder: string, until: Date | null): Promise<void> {
  if (env.hasDatabaseUrl) {
    throw new Error(
      "DATABASE_URL names a server of your own: restore it with its own tools, then call --hold.",
    );
  }
  if (!env.hasMasterKey && !existsSync(join(env.dataDir, "master.key"))) {
    throw new Error(
      `Put the database's master.key into ${env.dataDir} first, or set PAYDESK_MASTER_KEY.`,
    );
  }
  const { dataDir, logArchive: archive, throwaway } = env;
  if (until && !archive) throw new Error("Set LOG_ARCHIVE to the folder that holds the log.");
  const log = until && archive ? { archive, until } : undefined;
  const { files, bytes } = await restore({ folder, dataDir, ...(log && { log }) });
  print(`${dataDir}: ${files} files, ${Math.ceil(bytes / 2 ** 20)} MB`);
  if (!log) return;
  const { server, reached } = await recover(dataDir, { throwaway });
  const wanted = log.until.toISOString();
  print(
    reached
      ? `The log was replayed until ${wanted}.`
      : `The log ends before ${wanted}: everything that it holds was replayed.`,
  );
  await server.stop();
}

async function withDatabase(work: () => Promise<number>): Promise<number> {
  const database = await openDatabase();
  try {
    assignEnv(database.variables);
    await useInstallationKeys();
    return await work();
  } finally {
    await closeDb();
    await database.stop();
  }
}

async function checkCopy(): Promise<number> {
  const books = await checkAllBooks();
  for (const line of bookLines(books)) print(line);
  print("The copy is held. To say that it lives: npm run -s restore -- --release");
  return books.found.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      until: { type: "string" },
      hold: { type: "boolean", default: false },
      release: { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  const until = values.until === undefined ? null : dateFromMs(Date.parse(values.until));
  const wanted = [folder !== undefined, values.hold, values.release].filter(Boolean).length;
  if (wanted !== 1 || positionals.length > 1) {
    throw new UsageError("Name a FOLDER with a backup, or --release, or --hold.");
  }
  if (Number.isNaN(until?.getTime())) throw new UsageError("--until must be a time.");
  if (folder !== undefined) {
    await putBack(folder, until);
    return await withDatabase(checkCopy);
  }
  return await withDatabase(async () => {
    await (values.hold ? holdInstallation() : releaseInstallation());
    print(values.hold ? "This copy is held." : "This copy lives.");
    return 0;
  });
}

answerHelp(USAGE);
process.exitCode = await main();
