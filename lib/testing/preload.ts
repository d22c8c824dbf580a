// Loaded before every test file (`--import`), in its process: gives the process a database of its
// own, copied from the migrated template that the test runner made and named in DATABASE_URL.

import { assignEnv, childEnv, settingsFrom } from "#lib/kernel/env.ts";
import { cloneTemplate } from "./database.ts";

// Read through settings of their own, so that `env` reads the database's address after the change.
const inherited = settingsFrom(childEnv({}));
const template = new URL(inherited.databaseUrl).pathname.slice(1);
const own = await cloneTemplate(inherited.databaseUrl, `${template}_${process.pid}`);
assignEnv({ DATABASE_URL: own });
