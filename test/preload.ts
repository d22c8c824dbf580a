// Loaded before every test file (`--import`), in its process. Gives the process its own database, copied from
// the migrated template that the test runner created and named in DATABASE_URL and DATABASE_OWNER_URL.

import { after } from "node:test";
import { cloneTemplate } from "#db/databases.ts";
import { hasPools } from "#db/pool.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";

const LONGEST_END_MS = 60_000;

const template = { ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseUrl };
const name = new URL(template.ownerUrl).pathname.slice(1);
const own = await cloneTemplate(template, `${name}_${process.pid}`);
assignEnv({ DATABASE_URL: own.serviceUrl, DATABASE_OWNER_URL: own.ownerUrl });
if (env.databasePooled) {
  const direct = new URL(env.databaseDirectUrl);
  direct.pathname = new URL(own.serviceUrl).pathname;
  assignEnv({ DATABASE_DIRECT_URL: direct.href });
}

after(async () => {
  // A test that timed out must not leave a transaction that blocks all others.
  setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
  // A third of the test files never load the schema.
  if (!hasPools()) return;
  const { closeDb } = await import("#db/client.ts");
  await closeDb();
});
