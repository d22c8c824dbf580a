// Copies the embedded database while it runs (docs/operations.md, "Backup").

import { backUp } from "#db/embedded/backup.ts";
import { startEmbedded } from "#db/embedded.ts";
import { now } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { answerHelp, onlyArgument } from "./usage.ts";

const USAGE = `Usage: npm run -s backup -- FOLDER

Copies the embedded database of DATA_DIR into FOLDER, which must not exist, whether or not the service runs. The copy is
whole when the command ends with 0. It does not hold DATA_DIR/master.key: keep that file elsewhere.
`;

async function main(folder: string): Promise<void> {
  if (env.hasDatabaseUrl) {
    throw new Error(
      "DATABASE_URL names a server of your own: back it up with its own tools (docs/operations.md, Backup).",
    );
  }
  const { dataDir } = env;
  const server = await startEmbedded({ dataDir });
  try {
    const { files, bytes } = await backUp({ dataDir, url: server.url, folder, takenAt: now() });
    const megabytes = Math.ceil(bytes / 2 ** 20);
    process.stdout.write(`${folder}: ${files} files, ${megabytes} MB\n`);
    process.stdout.write(
      `Keep ${dataDir}/master.key elsewhere: without it the copy cannot be used.\n`,
    );
  } finally {
    await server.stop();
  }
}

answerHelp(USAGE);
await main(onlyArgument("a FOLDER for the copy"));
