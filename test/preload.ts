// Loaded before every test file (`--import`), in its process: gives the process a database of its
// own, copied from the migrated template that the test runner made and named in DATABASE_URL and
// DATABASE_OWNER_URL.

import { after } from "node:test";
import { closeDb } from "#db/client.ts";
import { cloneTemplate } from "#db/databases.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";

const LONGEST_END_MS = 60_000;

const template = { ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseUrl };
const name = new URL(template.ownerUrl).pathname.slice(1);
const own = await cloneTemplate(template, `${name}_${process.pid}`);
assignEnv({ DATABASE_URL: own.serviceUrl, DATABASE_OWNER_URL: own.ownerUrl });

after(async () => {
  // What a test that ran out of time left behind must not hold up all others.
  setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
  await closeDb();
});
