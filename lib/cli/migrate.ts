// Migrates the database for processes that are started separately.

import { migrate } from "#db/migrate.ts";
import { env } from "#lib/kernel/env.ts";
import { answerHelp, refuseArguments } from "./usage.ts";

const USAGE = `Usage: npm run -s migrate

Upgrades the database of DATABASE_OWNER_URL (or DATABASE_URL) to this version and grants the service's role its
privileges. The service may run meanwhile. Changes nothing if nothing is missing.
`;

answerHelp(USAGE);
refuseArguments();
await migrate({ ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseDirectUrl });
process.stdout.write("The database has the schema of this version.\n");
