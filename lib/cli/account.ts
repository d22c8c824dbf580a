import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { readDatabaseClock } from "#db/clock.ts";
import {
  approveCorridors,
  createAccount,
  type LimitChanges,
  type NewAccount,
  raiseRateLimits,
  readRateLimits,
} from "#lib/domain/accounts/index.ts";
import {
  endAllSessionsByOperator,
  endSessionsByOperator,
  makeResetLink,
  removeSecondFactorByOperator,
  setPasswordByOperator,
} from "#lib/domain/members/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { readPlainInteger } from "#lib/kernel/plain-integer.ts";
import { LIMITED_BUCKETS } from "#lib/kernel/vocabulary/keys.ts";
import { MODES } from "#lib/kernel/vocabulary/modes.ts";
import { RATE_LIMITS } from "#lib/kernel/vocabulary/rate-limits.ts";
import { accountJson } from "./account-json.ts";
import { answerHelp, UsageError } from "./usage.ts";

// Asks for the password, or reads it from standard input. `--password P` works too, but every user of the machine can
// read it in the process list. Standard output has only the JSON object, or the readable summary.

const USAGE = `Usage: npm run -s account -- create --name NAME --email EMAIL [--country DE] [--json]
         Asks for the password, or reads it from the first line of standard input (--password PASSWORD is visible in the process list).
       npm run -s account -- corridors --account acct_… --approve GBP,AUD,CAD,NZD|none [--json]
       npm run -s account -- limits acct_… [--mode test|live] [--set lists=50,reads=200] [--reset] [--json]
         Prints an account's API rate limits in calls per second, and raises them with --set: writes, reads, lists, replays, tokenisations;
         in both modes without --mode. --reset returns to those of the specification.
       npm run -s account -- reset-password --email EMAIL [--link] [--json]
         Sets a new password, read as above, and ends the person's sessions. With --link it prints a link instead,
         with which the person sets the password once within 30 minutes. The second factor stays on.
       npm run -s account -- sign-out --email EMAIL|--everybody [--json]
         Ends the sessions of a person, or all sessions.
       npm run -s account -- remove-second-factor --email EMAIL [--json]
         For a person who lost it and its recovery codes. Verify their identity first. Ends their sessions.`;

const OPTIONS = {
  name: { type: "string" },
  email: { type: "string" },
  password: { type: "string" },
  country: { type: "string" },
  account: { type: "string" },
  approve: { type: "string" },
  mode: { type: "string" },
  set: { type: "string" },
  reset: { type: "boolean", default: false },
  link: { type: "boolean", default: false },
  everybody: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

const COMMANDS = {
  create,
  corridors: setCorridors,
  limits: setLimits,
  "reset-password": resetPassword,
  "sign-out": signOut,
  "remove-second-factor": removeSecondFactor,
};
type Command = keyof typeof COMMANDS;

function parse(args: string[]): { command: Command; values: Values } {
  const { positionals, values } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [command = "", account, ...rest] = positionals;
  const isTooLong = rest.length > 0 || (account !== undefined && command !== "limits");
  if (!Object.hasOwn(COMMANDS, command) || isTooLong) {
    const names = Object.keys(COMMANDS).map((name) => `"${name}"`);
    throw new UsageError(`The commands are ${names.join(", ")}.`);
  }
  return { command: command as Command, values: account ? { account, ...values } : values };
}

/** The given options; throws `UsageError` if one of `names` is missing. */
function needed<const Name extends keyof Values>(values: Values, names: readonly Name[]) {
  const absent = names.filter((name) => values[name] === undefined);
  if (absent.length > 0) {
    throw new UsageError(`Missing: ${absent.map((name) => `--${name}`).join(", ")}.`);
  }
  return values as { [K in Name]: string };
}

async function create(values: Values): Promise<string> {
  const { name, email } = needed(values, ["name", "email"]);
  const { country, json } = values;
  const password = values.password ?? (await readPassword());
  const made = await createAccount({ name, email, password, ...(country ? { country } : {}) });
  return json ? JSON.stringify(accountJson(made)) : toText(made);
}

/** Sets the payout corridors beside EUR, for both modes. */
async function setCorridors(values: Values): Promise<string> {
  const { account, approve } = needed(values, ["account", "approve"]);
  const wanted = approve === "none" ? [] : approve.split(",").map((code) => code.trim());
  const corridors = await approveCorridors(account, wanted);
  if (values.json) return JSON.stringify({ account, corridors });
  return `${account} can pay out in ${["EUR", ...corridors].join(", ")}.`;
}

/** Prints the rate limits of an account, raised first if `--set` or `--reset` asks for it. */
async function setLimits(values: Values): Promise<string> {
  const { account } = needed(values, ["account"]);
  if (values.set !== undefined && values.reset)
    throw new UsageError("Use either --set or --reset.");
  const { mode, json } = values;
  if (mode !== undefined && !isMode(mode)) throw new UsageError("--mode must be test or live.");
  const changes = values.reset ? NO_RAISED_LIMITS : readLimits(values.set);
  const modes = mode === undefined ? MODES : [mode];
  const limits = changes
    ? await raiseRateLimits(account, modes, changes)
    : await readRateLimits(account);
  if (json) return JSON.stringify({ account, ...limits });
  const rows = LIMITED_BUCKETS.map((bucket) => {
    const columns = MODES.map((each) => {
      const isRaised = limits[each][bucket] !== RATE_LIMITS[bucket][each];
      return `${each} ${limits[each][bucket]}/s${isRaised ? " (raised)" : ""}`.padEnd(22);
    });
    return `${bucket.padEnd(15)}${columns.join("")}`.trimEnd();
  });
  return [account, ...rows].join("\n");
}

const NO_RAISED_LIMITS = Object.fromEntries(LIMITED_BUCKETS.map((bucket) => [bucket, null]));

/** `lists=50,reads=200`; null without any. */
function readLimits(text: string | undefined): LimitChanges | null {
  if (text === undefined) return null;
  const pairs = text.split(",").map((pair): [string, number] => {
    const [bucket = "", perSecond = ""] = pair.trim().split("=");
    return [bucket, readPlainInteger(perSecond) ?? Number.NaN];
  });
  return Object.fromEntries(pairs);
}

/** Resets the password of a person who cannot sign in. */
async function resetPassword(values: Values): Promise<string> {
  const { email } = needed(values, ["email"]);
  if (values.link) {
    const { link, minutes } = await makeResetLink(email);
    if (values.json) return JSON.stringify({ email, link, minutes });
    return [
      link,
      "",
      `This link sets a new password for ${email}, once within ${minutes} minutes. Give it to that person only.`,
      "Their sessions end when they use it. Earlier links no longer work.",
    ].join("\n");
  }
  const password = values.password ?? (await readPassword());
  const sessions = await setPasswordByOperator(email, password);
  if (values.json) return JSON.stringify({ email, sessions_ended: sessions });
  return `The password of ${email} was changed. ${ended(sessions)} The second factor did not change.`;
}

/** Reads the password from a prompt without echo, or from the first line of standard input if that is not a terminal. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? "";
  process.stderr.write("Password: ");
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await prompt.question("");
  } finally {
    prompt.close();
    process.stderr.write("\n");
  }
}

const ended = (sessions: number) => `${sessions} ${sessions === 1 ? "session" : "sessions"} ended.`;

async function signOut(values: Values): Promise<string> {
  if (values.everybody && values.email !== undefined) {
    throw new UsageError("Use either --email or --everybody.");
  }
  const sessions = values.everybody
    ? await endAllSessionsByOperator()
    : await endSessionsByOperator(needed(values, ["email"]).email);
  return values.json ? JSON.stringify({ sessions_ended: sessions }) : ended(sessions);
}

/** For a person who lost it and its recovery codes. */
async function removeSecondFactor(values: Values): Promise<string> {
  const { email } = needed(values, ["email"]);
  const sessions = await removeSecondFactorByOperator(email);
  if (values.json) return JSON.stringify({ email, sessions_ended: sessions });
  return `${email} signs in with the password alone. ${ended(sessions)}`;
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
    "The secret keys are shown only this once: store them now.",
  ].join("\n");
}

/** The options of parameters that have another name. */
const OPTION_OF: Readonly<Record<string, string>> = {
  corridors: "approve",
  ...Object.fromEntries(LIMITED_BUCKETS.map((bucket) => [bucket, "set"])),
};

const isExplained = ({ code }: ApiError) => code === "resource_missing" || code === "state_invalid";

async function main(args: string[]): Promise<number> {
  const complain = (message: string) => process.stderr.write(`${message}\n`);
  try {
    const { command, values } = parse(args);
    await readDatabaseClock();
    const said = await COMMANDS[command](values);
    process.stdout.write(`${said}\n`);
    return 0;
  } catch (error) {
    if (error instanceof ApiError && error.code === "parameter_invalid") {
      complain(`--${OPTION_OF[error.param ?? ""] ?? error.param}: ${error.message}`);
      return 1;
    }
    if (error instanceof ApiError && isExplained(error)) {
      complain(error.message);
      return 1;
    }
    throw error;
  } finally {
    await closeDb();
  }
}

answerHelp(USAGE);
process.exitCode = await main(process.argv.slice(2));
