// Ages a person's sessions, or their last activity. As a script: node start.mjs run THIS
// somebody@merchant.example created_at|last_seen_at MINUTES

import { execFile } from "node:child_process";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { closeDb, getPool } from "#db/client.ts";
import { childEnv } from "#lib/kernel/env.ts";

const HERE = fileURLToPath(import.meta.url);
const UPDATES = {
  signedIn:
    "update auth_sessions s set created_at = now() - $2 * interval '1 minute' from auth_users u where u.id = s.user_id and u.email = $1",
  seen: "update auth_session_states t set last_seen_at = now() - $2 * interval '1 minute' from auth_sessions s, auth_users u where s.id = t.session_id and u.id = s.user_id and u.email = $1",
};

/** Sets the sign-in of a person's sessions, or their last activity, to this many minutes ago. */
export async function ageSession(email: string, what: keyof typeof UPDATES, minutes: number) {
  const label = ["start.mjs", "run", HERE, email, what, String(minutes)];
  await promisify(execFile)(process.execPath, label, { env: childEnv({}) });
}

if (argv[1] === HERE) {
  const [email, what, minutes] = argv.slice(2);
  await getPool().query(UPDATES[what as keyof typeof UPDATES], [email, Number(minutes)]);
  await closeDb();
}
