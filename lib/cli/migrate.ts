// Migrates the database for processes that are started separately.

import { migrate } from "#db/migrate.ts";
import { env } from "#lib/kernel/env.ts";
import { report } from "./launch/report.ts";
import { answerHelp } from "./usage.ts";

const USAGE = `Usage: npm run -s migrate

Upgrades the database of DATABASE_OWNER_URL (or DATABASE_URL) to this version and grants the service's role its
privileges. The service may run meanwhile. Changes nothing if nothing is missing.
`;

async function main(): Promise<number> {
  await migrate({ ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseDirectUrl });
  process.stdout.write("The database has the schema of this version.\n");
  return 0;
}

answerHelp(USAGE);
process.exitCode = await main().catch(report);
