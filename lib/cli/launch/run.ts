import { runNode } from "./child.ts";
import { openDatabase } from "./database.ts";
import { readMasterKeys } from "./master-key.ts";
import { report } from "./report.ts";

/** `node start.mjs run [--no-db] FILE args…`: runs a script with the configured database, whether or not the server
 * is running. A database started for it is stopped afterwards. `--help` needs no database. */
async function run(args: string[]): Promise<number> {
  const withoutDatabase = args[0] === "--no-db";
  const [file, ...rest] = withoutDatabase ? args.slice(1) : args;
  if (!file) throw new Error("Name the file to run: node start.mjs run FILE [ARG…]");
  if (rest.includes("--help")) return await runNode([file, ...rest]);
  await readMasterKeys();
  if (withoutDatabase) return await runNode([file, ...rest]);
  const database = await openDatabase();
  try {
    return await runNode([file, ...rest], database.variables);
  } finally {
    await database.stop();
  }
}

process.exitCode = await run(process.argv.slice(2)).catch(report);
