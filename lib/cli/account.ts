// npm run -s account -- create --name N --email E --password P [--country DE] --json
//
// Standard output carries the one JSON object (or the readable summary) and nothing else.

import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { createAccount, type NewAccount } from "#lib/domain/accounts/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";

const USAGE =
  "Usage: npm run -s account -- create --name NAME --email EMAIL --password PASSWORD [--country DE] [--json]";

const OPTIONS = {
  name: { type: "string" },
  email: { type: "string" },
  password: { type: "string" },
  country: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** A mistake in how the command was called. */
class UsageError extends Error {}

function parse(args: string[]) {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { positionals, values } = parsed;
  if (positionals[0] !== "create" || positionals.length > 1) {
    throw new UsageError(`The one command is "create".`);
  }
  const { name, email, password, country, json } = values;
  const absent = Object.entries({ name, email, password })
    .filter(([, value]) => value === undefined)
    .map(([option]) => `--${option}`);
  if (name === undefined || email === undefined || password === undefined) {
    throw new UsageError(`Missing: ${absent.join(", ")}.`);
  }
  return { request: { name, email, password, ...(country ? { country } : {}) }, json };
}

/** The shape scripts read: an account's id, its sign-in and its four default keys. */
function toJson({ account, owner, keys }: NewAccount) {
  const pair = (mode: "test" | "live") => ({
    publishable_key: keys[mode].publishable,
    secret_key: keys[mode].secret,
  });
  return { account: account.id, email: owner.email, test: pair("test"), live: pair("live") };
}

function toText(made: NewAccount): string {
  const { account, owner, keys } = made;
  return [
    `${account.name} (${account.id}), signs in as ${owner.email}`,
    "",
    `test  ${keys.test.publishable}`,
    `      ${keys.test.secret}`,
    `live  ${keys.live.publishable}`,
    `      ${keys.live.secret}`,
    "",
    "The secret keys are shown this once: store them now.",
  ].join("\n");
}

async function main(args: string[]): Promise<number> {
  const complain = (message: string) => process.stderr.write(`${message}\n`);
  try {
    const { request, json } = parse(args);
    const made = await createAccount(request);
    process.stdout.write(`${json ? JSON.stringify(toJson(made)) : toText(made)}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\n${USAGE}`);
      return 2;
    }
    if (error instanceof ApiError && error.code === "parameter_invalid") {
      complain(`--${error.param}: ${error.message}`);
      return 1;
    }
    throw error;
  } finally {
    await closeDb();
  }
}

process.exitCode = await main(process.argv.slice(2));
