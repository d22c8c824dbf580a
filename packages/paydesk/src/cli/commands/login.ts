import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Transport } from "../../core/transport.ts";
import { PermissionError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { EXIT, Failed, UsageError } from "../exit.ts";
import { type Flags, has, optionOf, parseFlags, refuseOthers } from "../flags.ts";
import { type Paired, pair } from "../pairing.ts";
import { forgetLogin, storeLogin } from "../stored-login.ts";
import type { Command } from "./command.ts";
import { openInBrowser } from "./open.ts";

const isTerminal = (input: Context["input"]) => "isTTY" in input && input.isTTY === true;

export const LOGIN: Command = {
  name: "login",
  summary: "Get a key for this machine in the browser, and store it for the other commands",
  usage: (name) => `Usage: ${name} login [--url URL]
       ${name} login --key [KEY] [--url URL] [--live]

Shows a code and opens the browser, where a member of the account compares the code and confirms it. This machine then gets a
restricted key of test mode, called "CLI on HOST" and valid for 90 days. A code is valid for 10 minutes and works once.

With --key it stores a key that exists: for machines whose person has no browser, and for live mode. Without a value the key is the
first line of standard input; at a terminal it is not shown.

The key is kept in the keychain of the system; where it has none, in a file that only you can read. PAYDESK_SECRET_KEY and --key of
the other commands have precedence over it.

  --url URL    address of the service (default: PAYDESK_URL)
  --key [KEY]  store this key instead of asking in the browser
  --live       with --key, accept a key of live mode: the other commands then act on real money
  --json       print JSON`,
  handles: () => true,
  async run(args, context) {
    const flags = parseFlags(args, (name) => name === "live");
    refuseOthers(flags, ["live"]);
    if (flags.words.length > 0) throw new UsageError(`Usage: ${context.name} login --key KEY`);
    const url = (optionOf(flags, "url") ?? context.env.PAYDESK_URL)?.replace(/\/+$/, "");
    if (!url)
      throw new UsageError("The address of the service is required: --url, or PAYDESK_URL.");
    if (has(flags, "live") && !has(flags, "key")) {
      throw new UsageError(
        "The browser gives keys of test mode only. For a live key: --key --live.",
      );
    }
    const login = has(flags, "key")
      ? await givenKey(flags, url, context)
      : await pair(url, context, showCode(context));
    const place = await storeLogin(context, { ...login, url });
    const { account, mode, name = null, expiresAt = null } = login;
    if (has(flags, "json")) {
      const facts = { account, mode, key_name: name, expires: expiresAt, stored: place };
      context.say(JSON.stringify(facts, null, 2));
      return EXIT.ok;
    }
    const where = place === "keychain" ? "the keychain" : `a file in ${context.folder}`;
    context.say(`Signed in to ${account} in ${mode} mode. The key is in ${where}.`);
    if (name) context.say(`It is "${name}" on the Keys screen, valid until ${expiresAt}.`);
    return EXIT.ok;
  },
};

type Found = Pick<Paired, "key" | "account" | "mode"> & Partial<Paired>;

/** Where the code is shown: on standard error, so that `--json` has only the result on standard output. */
const showCode =
  ({ warn, input }: Context) =>
  ({ code, url }: { code: string; url: string }) => {
    warn(`Code: ${code}`);
    warn(`Compare and confirm it at ${url}`);
    if (isTerminal(input)) openInBrowser(url);
  };

/** A key that the person gives, checked with the service. */
async function givenKey(flags: Flags, url: string, context: Context): Promise<Found> {
  const mode = has(flags, "live") ? "live" : "test";
  const value = flags.options.findLast(([name]) => name === "key")?.[1];
  if (typeof value !== "string" && isTerminal(context.input)) {
    context.warn(
      `Create a secret key of ${mode} mode, best a restricted one, at ${url}/${mode}/keys`,
    );
    context.warn("Paste it here. It is not shown:");
  }
  const key = typeof value === "string" ? value : await firstLine(context);
  if (!key.startsWith(`sk_${mode}_`)) {
    const other = mode === "test" ? " For a key of live mode: --live." : "";
    throw new UsageError(`The key must begin with sk_${mode}_.${other}`);
  }
  return { key, account: await accountOf(key, url), mode };
}

export const LOGOUT: Command = {
  name: "logout",
  summary: "Remove the stored key",
  usage: (name) => `Usage: ${name} logout

Removes what \`${name} login\` stored. The key stays valid: revoke it on the Keys screen if it is no longer needed.`,
  handles: () => true,
  async run(args, context) {
    refuseOthers(parseFlags(args), []);
    const found = await forgetLogin(context);
    context.say(
      found
        ? "The stored key is removed. It stays valid until it is revoked."
        : "No key was stored.",
    );
    return EXIT.ok;
  },
};

/** The account of a key. Throws the service's error if it does not accept the key. */
async function accountOf(key: string, url: string): Promise<string> {
  const transport = new Transport(key, { baseUrl: url });
  try {
    const listener = { method: "GET", path: "/v1/listener" } as const;
    return (await transport.call<{ account: string }>(listener)).account;
  } catch (error) {
    // A restricted key that may not read events is a valid key.
    if (error instanceof PermissionError) return "the account of the key";
    throw error;
  }
}

/** The first line of the input. At a terminal what is typed is not shown. */
async function firstLine({ input, signal }: Context): Promise<string> {
  const terminal = isTerminal(input);
  const output = terminal
    ? new Writable({ write: (_chunk, _encoding, done) => done() })
    : undefined;
  const lines = createInterface({ input, output, terminal, signal });
  for await (const line of lines) {
    lines.close();
    if (line.trim()) return line.trim();
  }
  throw new Failed("No key was given.", EXIT.key);
}
