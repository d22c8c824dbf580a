// Ages an endpoint's failures by hours, so that the running worker warns about it and disables it. As a script:
// node start.mjs run THIS 25 we_…

import { execFile } from "node:child_process";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { closeDb, getPool } from "#db/client.ts";
import { childEnv } from "#lib/kernel/env.ts";

const HERE = fileURLToPath(import.meta.url);

/** Sets the start of an endpoint's failures to this many hours ago. */
export async function ageFailure(endpointId: string, hours: number): Promise<void> {
  const label = ["start.mjs", "run", HERE, String(hours), endpointId];
  await promisify(execFile)(process.execPath, label, { env: childEnv({}) });
}

if (argv[1] === HERE) {
  const [hours, endpointId] = argv.slice(2);
  await getPool().query(
    "update webhook_endpoints set failing_since = now() - $1 * interval '1 hour' where id = $2 and failing_since is not null",
    [Number(hours), endpointId],
  );
  await closeDb();
}
