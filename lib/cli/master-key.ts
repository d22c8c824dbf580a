// Makes key files (docs/operations.md, "The master key"). Prints no key.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { env } from "#lib/kernel/env.ts";
import { keepFile } from "./launch/database.ts";
import { wrappedText } from "./launch/key-service.ts";
import { keyService } from "./launch/master-key.ts";
import { answerHelp, UsageError } from "./usage.ts";

const USAGE = `Usage: npm run -s master-key -- FILE [--from-settings]

Writes a new random master key into FILE, which must not exist, or with --from-settings the one of PAYDESK_MASTER_KEY. With PAYDESK_KMS
the file holds it wrapped.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "from-settings": { type: "boolean" } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new UsageError("Name a FILE, and only one.");
  if (existsSync(file)) throw new Error(`${file} exists already. Name a file that does not.`);
  const key = values["from-settings"] ? env.masterKey : randomBytes(32);
  const service = keyService();
  const text = service ? await wrappedText(service, key) : key.toString("base64");
  keepFile(file, `${text}\n`);
  process.stdout.write(`${file}: a ${service ? "wrapped " : ""}master key\n`);
}

answerHelp(USAGE);
await main();
