// Ages a person's last confirmation of identity by eleven minutes, which is too long to wait for in a test. As
// a script: node start.mjs run THIS somebody@shop.example

import { execFile } from "node:child_process";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { closeDb, getPool } from "#db/client.ts";
import { childEnv } from "#lib/kernel/env.ts";

const HERE = fileURLToPath(import.meta.url);

/** Sets the last confirmation of all of a person's sessions to eleven minutes ago. */
export async function ageConfirmation(email: string): Promise<void> {
  await promisify(execFile)(process.execPath, ["start.mjs", "run", HERE, email], {
    env: childEnv({}),
  });
}

if (argv[1] === HERE) {
  await getPool().query(
    `update auth_session_states t set confirmed_at = now() - interval '11 minutes'
       from auth_sessions s join auth_users u on u.id = s.user_id
      where s.id = t.session_id and u.email = $1`,
    [argv[2]],
  );
  await closeDb();
}
