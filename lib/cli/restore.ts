// Restores a backup, and says which copy of an installation lives (docs/operations.md, "Backup").

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { restore } from "#db/embedded/backup.ts";
import { holdInstallation, releaseInstallation } from "#lib/domain/installation/index.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { openDatabase } from "./launch/database.ts";
import { answerHelp, UsageError } from "./usage.ts";

const USAGE = `Usage: npm run -s restore -- FOLDER
       npm run -s restore -- --release
       npm run -s restore -- --hold

FOLDER     puts a backup into DATA_DIR, which must hold no database. DATA_DIR/master.key (or PAYDESK_MASTER_KEY) must be the key
           of that database. The restored copy is held: it serves, but its workers send nothing.
--release  says that this copy lives, and the one that was backed up does not: workers send again.
--hold     holds a copy that was restored in another way. Call it before a worker starts on it.
`;

async function main(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    options: { hold: flag, release: flag },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (positionals.length + Number(values.hold) + Number(values.release) !== 1) {
    throw new UsageError("Name a FOLDER with a backup, or --release, or --hold.");
  }
  if (folder === undefined) await change(values.hold);
  else await putBack(folder);
}

async function putBack(folder: string): Promise<void> {
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
  const { files, bytes } = await restore({ folder, dataDir: env.dataDir });
  process.stdout.write(`${env.dataDir}: ${files} files, ${Math.ceil(bytes / 2 ** 20)} MB\n`);
  process.stdout.write(
    "The copy is held. Check it (npm run -s books -- check), then say that it lives: npm run -s restore -- --release\n",
  );
}

async function change(hold: boolean): Promise<void> {
  const database = await openDatabase();
  try {
    assignEnv(database.variables);
    await (hold ? holdInstallation() : releaseInstallation());
    process.stdout.write(hold ? "This copy is held.\n" : "This copy lives.\n");
  } finally {
    await closeDb();
    await database.stop();
  }
}

answerHelp(USAGE);
await main();
