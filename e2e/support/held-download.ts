// Creates a prepared download in progress, because a file of a few payments is finished before it could be
// stopped. As a script: node start.mjs run THIS acct_…

import { execFile } from "node:child_process";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { closeDb, getPool } from "#db/client.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";

const HERE = fileURLToPath(import.meta.url);

/** Inserts a prepared download in test mode with 12,345 rows written, leased for an hour. */
export async function heldDownload(account: string): Promise<void> {
  await promisify(execFile)(process.execPath, ["start.mjs", "run", HERE, account], {
    env: childEnv({}),
  });
}

if (argv[1] === HERE) {
  await getPool().query(
    `insert into downloads (account_id, id, mode, status, prepared, report_type, layout, query,
                            requested_by, row_count, byte_count, leased_until)
     select m.account_id, $2, 'test', 'running', true, 'settlement', 'native', '{"type": "settlement"}',
            m.user_id, 12345, 4200000, now() + interval '1 hour'
       from members m where m.account_id = $1`,
    [argv[2], newId("dl")],
  );
  await closeDb();
}
