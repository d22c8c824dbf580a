import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Transport } from "../../core/transport.ts";
import { PermissionError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { EXIT, Failed, UsageError } from "../exit.ts";
import { has, optionOf, parseFlags, refuseOthers } from "../flags.ts";
import { forgetLogin, storeLogin } from "../stored-login.ts";
import type { Command } from "./command.ts";
import { openInBrowser } from "./open.ts";

const isTerminal = (input: Context["input"]) => "isTTY" in input && input.isTTY === true;

export const LOGIN: Command = {
  name: "login",
  summary: "Store a key for the other commands",
  usage: (name) => `Usage: ${name} login [--url URL] [--live]

Opens the Keys screen, asks for a key, checks it with the service, and stores it in the keychain of the system; where it has none,
in a file that only you can read. Without a terminal the key is the first line of standard input. PAYDESK_SECRET_KEY and --key have
precedence over what is stored.

  --url URL  address of the service (default: PAYDESK_URL)
  --live     accept a key of live mode: the other commands then act on real money`,
  handles: () => true,
  async run(args, context) {
    const flags = parseFlags(args, (name) => name === "live");
    refuseOthers(flags, ["live"]);
    const url = (optionOf(flags, "url") ?? context.env.PAYDESK_URL)?.replace(/\/+$/, "");
    if (!url)
      throw new UsageError("The address of the service is required: --url, or PAYDESK_URL.");
    const mode = has(flags, "live") ? "live" : "test";
    if (isTerminal(context.input)) {
      const page = `${url}/${mode}/keys`;
      context.warn(`Create a secret key of ${mode} mode, best a restricted one, at ${page}`);
      openInBrowser(page);
      context.warn("Paste it here. It is not shown:");
    }
    const key = optionOf(flags, "key") ?? (await firstLine(context));
    if (!key.startsWith(`sk_${mode}_`)) {
      const other = mode === "test" ? " For a key of live mode: --live." : "";
      throw new UsageError(`The key must begin with sk_${mode}_.${other}`);
    }
    const account = await accountOf(key, url);
    const place = await storeLogin(context, { url, key, account, mode });
    const where = place === "keychain" ? "the keychain" : `a file in ${context.folder}`;
    context.say(`Signed in to ${account} in ${mode} mode. The key is in ${where}.`);
    return EXIT.ok;
  },
};

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
