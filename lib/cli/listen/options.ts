import { parseArgs } from "node:util";
import { isMode, type Mode } from "#lib/kernel/mode.ts";
import { UsageError } from "../usage.ts";

export const USAGE = `Usage: npm run -s listen -- --forward-to URL [--events TYPES] [--mode test|live] [--key sk_…] [--url URL] [--fresh] [--resend EVENT]

  --forward-to  address that receives the events, such as http://localhost:4242/hooks
  --events      comma-separated types or families: payment.*,refund.settled (default: all)
  --mode        test or live; must match the key (default: the key's mode)
  --key         a secret key (default: PAYDESK_SECRET_KEY)
  --url         address of the service (default: PUBLIC_URL, else this machine)
  --fresh       ignore earlier runs and start with new events
  --resend      send this event (evt_…) again and end; needs no endpoint

Replays that the dashboard or the API makes for an endpoint are forwarded too, once per event.`;

export type ListenOptions = {
  forwardTo: string;
  events: string[];
  mode: Mode;
  key: string;
  url: string;
  fresh: boolean;
  resend: string | null;
};

type Defaults = { key: string | null; url: string };

const OPTIONS = {
  "forward-to": { type: "string" },
  events: { type: "string" },
  mode: { type: "string" },
  key: { type: "string" },
  url: { type: "string" },
  fresh: { type: "boolean", default: false },
  resend: { type: "string" },
} as const;

/** Parses the command line. Throws `UsageError` with the cause; never repeats a key. */
export function parseOptions(args: readonly string[], defaults: Defaults): ListenOptions {
  const values = read(args);
  const forwardTo = address(values["forward-to"], "--forward-to");
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
    events: events.filter((each) => each !== "" && each !== "*"),
    mode: keyMode as Mode,
    key,
    url: address(values.url ?? defaults.url, "--url").replace(/\/$/, ""),
    fresh: values.fresh,
    resend: values.resend ?? null,
  };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function address(text: string | undefined, option: string): string {
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
