// Run by the launcher on an embedded database: creates the first account and its owner, whose address and password
// are in the named file, and prints whether they may be shown.

import { readFileSync } from "node:fs";
import { closeDb } from "#db/client.ts";
import { createFirstAccount } from "#lib/domain/accounts/index.ts";

const [path = ""] = process.argv.slice(2);
const made = await createFirstAccount(JSON.parse(readFileSync(path, "utf8")));
await closeDb();
process.stdout.write(JSON.stringify(made));
