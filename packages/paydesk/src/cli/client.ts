import { Transport } from "../core/transport.ts";
import type { Context } from "./context.ts";
import { EXIT, Failed, UsageError } from "./exit.ts";
import { type Flags, optionOf } from "./flags.ts";
import { readLogin } from "./stored-login.ts";

/** How a command reaches the service. */
export interface Connection {
  url: string;
  key: string;
  mode: "test" | "live";
  transport: Transport;
}

/** The command line's name in `User-Agent`. */
export const CLI_PRODUCT = "paydesk-cli";

/** The service and key of a command: options, else the environment, else what `login` stored. Throws `Failed` without a
 * key and `UsageError` without an address. No message repeats a key. */
export async function connectionOf(
  flags: Flags,
  context: Context,
  product = CLI_PRODUCT,
): Promise<Connection> {
  const given = optionOf(flags, "key") ?? context.env.PAYDESK_SECRET_KEY ?? null;
  const address = optionOf(flags, "url") ?? context.env.PAYDESK_URL ?? null;
  const stored = given === null || address === null ? await readLogin(context) : null;
  const key = given ?? stored?.key;
  const url = address ?? stored?.url;
  if (!key) {
    const ways = `${context.name} login, PAYDESK_SECRET_KEY, or --key sk_test_…`;
    throw new Failed(`A key is required: ${ways}.`, EXIT.key);
  }
  const [, mode] = /^[sp]k_(test|live)_\S+$/.exec(key) ?? [];
  if (!mode) throw new UsageError("The key must begin with sk_test_ or sk_live_.");
  if (!url) throw new UsageError("The address of the service is required: PAYDESK_URL, or --url.");
  const version = optionOf(flags, "api-version") ?? undefined;
  const transport = new Transport(key, { baseUrl: url, version }, product);
  return { url: url.replace(/\/+$/, ""), key, mode: mode as "test" | "live", transport };
}
