// Fills an empty installation with the demo merchant and prints how to sign in, as one JSON line.

import { closeDb } from "#db/client.ts";
import { seedDemo } from "#db/seed.ts";
import "#lib/api/install.ts";
import { renderEventBody } from "#lib/api/versions/index.ts";
import { DEMO } from "#lib/domain/accounts/index.ts";
import type { SignIn } from "./banner.ts";

await seedDemo({ renderEventBody });
await closeDb();
const signIn: SignIn = { email: DEMO.email, password: DEMO.password };
process.stdout.write(`${JSON.stringify(signIn)}\n`);
