// Loaded before every test file (`--import`), in its process: gives the process a database of its
// own, copied from the migrated template that the test runner made and named in DATABASE_URL.

import { after } from "node:test";
import { closeDb } from "#db/client.ts";
import { cloneTemplate } from "#db/databases.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";

const LONGEST_END_MS = 60_000;

const template = new URL(env.databaseUrl).pathname.slice(1);
const own = await cloneTemplate(env.databaseUrl, `${template}_${process.pid}`);
assignEnv({ DATABASE_URL: own });

after(async () => {
  // What a test that ran out of time left behind must not hold up all others.
  setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
  await closeDb();
});
