// Run by the launcher on an embedded database: creates the demo merchant and prints its sign-in.

import { closeDb } from "#db/client.ts";
import { readDatabaseClock } from "#db/clock.ts";
import { seedDemo } from "#db/seed.ts";
import { DEMO } from "#lib/domain/accounts/index.ts";

await readDatabaseClock();
await seedDemo();
await closeDb();
process.stdout.write(`${JSON.stringify({ email: DEMO.email, password: DEMO.password })}\n`);
