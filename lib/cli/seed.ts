// Creates a merchant with this many payments, to look at reports and measure them. Ten million take minutes.
// --no-ledger leaves out the double entry (four more rows per payment), which no report reads. While it adds more
// payments than the database already has, other writers wait. Standard output has only the sign-in.

import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { readDatabaseClock } from "#db/clock.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { createAccount } from "#lib/domain/accounts/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { answerHelp, UsageError, wholeNumberOf } from "./usage.ts";

const USAGE = "Usage: npm run -s seed -- --payments N [--days 365] [--no-ledger] [--json]\n";
const MOST_DAYS = 3_650;

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      payments: { type: "string" },
      days: { type: "string", default: "365" },
      "no-ledger": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const within = (text: string, option: string, most: number) => {
    const value = wholeNumberOf(text, option);
    if (value >= 1 && value <= most) return value;
    throw new UsageError(`--${option} must be from 1 to ${most}.`);
  };
  if (values.payments === undefined) throw new UsageError("--payments is missing.");
  const payments = within(values.payments, "payments", 1e9);
  const days = within(values.days, "days", MOST_DAYS);
  return { payments, days, withLedger: !values["no-ledger"], json: values.json };
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  await readDatabaseClock();
  const tag = newId("acct").slice(-8);
  const signIn = {
    email: `volume-${tag}@paydesk.example`,
    password: randomBytes(12).toString("base64url"),
  };
  const made = await createAccount({ name: `Volume ${tag}`, country: "DE", ...signIn });
  const startedMs = nowMs();
  await writeVolume(made.account, {
    ...options,
    onStep: (step) => {
      const seconds = ((nowMs() - startedMs) / 1_000).toFixed(0).padStart(5);
      process.stderr.write(`${seconds} s  ${step}\n`);
    },
  });
  const seconds = ((nowMs() - startedMs) / 1_000).toFixed(0);
  const answer = {
    account: made.account.id,
    ...signIn,
    test: { secret_key: made.keys.test.secret },
  };
  process.stderr.write(`${options.payments} payments with their sums in ${seconds} s\n`);
  process.stdout.write(
    options.json
      ? `${JSON.stringify(answer)}\n`
      : `${made.account.name} (${answer.account}), signs in as ${answer.email} with ${answer.password}\n`,
  );
}

answerHelp(USAGE);
try {
  await main(process.argv.slice(2));
} finally {
  await closeDb();
}
