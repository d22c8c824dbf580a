import { parseArgs } from "node:util";
import { UsageError } from "../exit.ts";

type Mode = "test" | "live";
const isMode = (text: string): text is Mode => text === "test" || text === "live";

/** The usage of `listen`, called by this name. `address` says where it finds the service. */
export const usageOf = (
  name: string,
  address: string,
) => `Usage: ${name} --forward-to URL | --load URL [--events TYPES] [--mode test|live] [--key sk_…] [--url URL] [--signing-secret whsec_…] [--fresh] [--resend EVENT]

  --forward-to      address that receives the events, such as http://localhost:4242/hooks
  --load            base address, or a port of this machine, for the webhook endpoints of the account: an event goes to the path
                    of each enabled endpoint that is subscribed to it (http://web:4242 and https://shop.example/hooks:
                    http://web:4242/hooks)
  --events          comma-separated types or families: payment.*,refund.settled (default: all)
  --mode            test or live; must match the key (default: the key's mode)
  --key             a secret key (default: PAYDESK_SECRET_KEY)
  --url             address of the service (default: ${address})
  --signing-secret  sign with the secret of an endpoint instead of the listener's
  --fresh           ignore earlier runs and start with new events
  --resend          send this event (evt_…) again and end; needs no endpoint

Replays that the dashboard or the API makes for an endpoint are forwarded too, once per event; with --load to that endpoint's path.
It needs no terminal: in a container give key and address by PAYDESK_SECRET_KEY and PAYDESK_URL. It ends at SIGTERM with 0.`;

export type ListenOptions = {
  /** The one address that receives everything; null: `load` has the base of several. */
  forwardTo: string | null;
  load: string | null;
  events: string[];
  mode: Mode;
  key: string;
  url: string;
  fresh: boolean;
  resend: string | null;
  /** The secret to sign with; null: the listener's own. */
  secret: string | null;
};

type Defaults = { key: string | null; url: string | null };

const OPTIONS = {
  "forward-to": { type: "string" },
  load: { type: "string" },
  events: { type: "string" },
  mode: { type: "string" },
  key: { type: "string" },
  url: { type: "string" },
  fresh: { type: "boolean", default: false },
  resend: { type: "string" },
  "signing-secret": { type: "string" },
} as const;

/** Parses the command line. Throws `UsageError` with the cause; never repeats a key. */
export function parseOptions(args: readonly string[], defaults: Defaults): ListenOptions {
  const values = read(args);
  if (values.load !== undefined && values["forward-to"] !== undefined) {
    throw new UsageError("--load takes the paths of the endpoints: leave out --forward-to.");
  }
  const load = values.load === undefined ? null : address(baseOf(values.load), "--load");
  const forwardTo = load === null ? address(values["forward-to"], "--forward-to") : null;
  const key = values.key ?? defaults.key;
  if (!key)
    throw new UsageError("A secret key is required: --key sk_test_… or PAYDESK_SECRET_KEY.");
  const [, keyMode] = /^sk_(test|live)_\S+$/.exec(key) ?? [];
  if (!keyMode) throw new UsageError("--key must be a secret key: sk_test_… or sk_live_….");
  if (values.mode !== undefined && values.mode !== keyMode) {
    throw new UsageError(
      isMode(values.mode)
        ? `--mode ${values.mode} needs a key that begins with sk_${values.mode}_.`
        : "--mode must be test or live.",
    );
  }
  const events = (values.events ?? "").split(",").map((each) => each.trim());
  return {
    forwardTo,
    load,
    events: events.filter((each) => each !== "" && each !== "*"),
    mode: keyMode as Mode,
    key,
    url: address(values.url ?? defaults.url, "--url").replace(/\/$/, ""),
    fresh: values.fresh,
    resend: values.resend ?? null,
    secret: values["signing-secret"] ?? null,
  };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A port stands for this machine. */
const baseOf = (text: string) => (/^\d+$/.test(text) ? `http://localhost:${text}` : text);

/** An address that was given for an option, with its protocol. Throws `UsageError`. */
export function address(text: string | null | undefined, option: string): string {
  if (!text) throw new UsageError(`${option} is missing.`);
  const full = /^\w+:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full) || !/^https?:$/.test(new URL(full).protocol)) {
    throw new UsageError(`${option} must be an address such as http://localhost:4242/hooks.`);
  }
  return full;
}

/** Whether a type is selected: by its name, or by a family such as `payment.*`. */
export function wants(events: readonly string[], type: string): boolean {
  if (events.length === 0) return true;
  return events.some((each) =>
    each.endsWith(".*") ? type.startsWith(each.slice(0, -1)) : each === type,
  );
}
