// Encrypts everything with a new master key (docs/operations.md, "The master key").

import { closeDb } from "#db/client.ts";
import { rotateMasterKey } from "#lib/domain/key-rotation/index.ts";
import { answerHelp, refuseArguments } from "./usage.ts";

const USAGE = `Usage: npm run -s rotate-master-key

Encrypts with PAYDESK_MASTER_KEY what PAYDESK_MASTER_KEY_PREVIOUS encrypted, while the service runs with both. Can be
interrupted at any time and called again. Exits 1 if a value opens with neither key.
`;

async function main(): Promise<number> {
  const columns = await rotateMasterKey();
  for (const { name, reencrypted, unreadable } of columns) {
    const bad = unreadable > 0 ? `, ${unreadable} OPEN WITH NEITHER KEY` : "";
    process.stdout.write(`${name}: ${reencrypted}${bad}\n`);
  }
  if (columns.some(({ unreadable }) => unreadable > 0)) return 1;
  process.stdout.write(
    "Everything is encrypted with the new key. Remove the previous one from the settings and restart every process.\n",
  );
  return 0;
}

answerHelp(USAGE);
refuseArguments();
process.exitCode = await main().finally(() => closeDb());
