// Expires waiting payments now, so that the running worker ends them. As a script: node start.mjs run THIS
// pay_… …

import { execFile } from "node:child_process";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { closeDb, getPool } from "#db/client.ts";
import { childEnv } from "#lib/kernel/env.ts";

const HERE = fileURLToPath(import.meta.url);

/** Sets the expiry of these payments' challenges to the past. */
export async function expirePayments(ids: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ["start.mjs", "run", HERE, ...ids], {
    env: childEnv({}),
  });
}

if (argv[1] === HERE) {
  await getPool().query(
    "update payments set expires_at = now() - interval '1 second', rail_check_at = now() where id = any($1)",
    [argv.slice(2)],
  );
  await closeDb();
}
