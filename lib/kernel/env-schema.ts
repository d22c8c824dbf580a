import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { type DatabaseUse, readDatabaseAddress } from "./database-address.ts";
import { isLoopback } from "./exposure.ts";

/** Thrown for missing or malformed environment variables. The message names every one and never contains a value, since
 *  some are secrets. */
export class EnvError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The environment is not usable:\n${problems.map((line) => `  ${line}`).join("\n")}`);
    this.name = "EnvError";
    this.problems = problems;
  }
}

export type Source = Readonly<Record<string, string | undefined>>;

export const SIGN_UPS = ["open", "invited"] as const;
const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const flag = z
  .enum(["1", "0", "true", "false", "yes", "no"], { error: "must be true or false" })
  .transform((text) => text === "1" || text === "true" || text === "yes");

const port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
  .transform(Number)
  .refine((number) => number <= 65_535, "must be a port number from 0 to 65535");

function urlOf(schemes: readonly string[]) {
  const wanted = `must be an address beginning with ${schemes.map((s) => `${s}://`).join(" or ")}`;
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      wanted,
    );
}

const database = (use: DatabaseUse) =>
  z.string().superRefine((text, ctx) => {
    const found = readDatabaseAddress(text, use);
    if (typeof found === "string") ctx.addIssue({ code: "custom", message: found });
  });

const origin = urlOf(["http", "https"])
  .refine((text) => {
    const url = new URL(text);
    return url.pathname === "/" && !url.search && !url.hash && !url.username;
  }, "must be an origin only: scheme, host and port, without a path")
  .transform((text) => new URL(text).origin);

/** Card numbers are sent to a rail, so plain HTTP is allowed only within this machine. */
const railUrl = urlOf(["http", "https"]).refine((text) => {
  const url = new URL(text);
  return url.protocol === "https:" || isLoopback(url.hostname);
}, "must begin with https:// unless it is on this machine");

const masterKey = z.string().transform((text, ctx) => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, "base64");
  ctx.addIssue({ code: "custom", message: "must be 32 bytes, as base64 or as 64 hex digits" });
  return z.NEVER;
});

/** Addresses and networks of TLS-terminating proxies, each `address` or `address/bits`. */
const proxies = z.string().transform((text, ctx) => {
  const networks = text.split(",").map((part) => part.trim());
  for (const network of networks) {
    const [address = "", bits, ...rest] = network.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) === 0 || !bitsFit || rest.length > 0) {
      const message = "must list addresses or networks, such as 10.0.0.0/8,192.168.1.4";
      ctx.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  }
  return networks;
});

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((n) => n >= least && n <= most, `must be a whole number from ${least} to ${most}`);

/** Headers for a collector, as OpenTelemetry writes them: `name=value,other=value`, percent-encoded. */
const headerList = z.string().transform((text, ctx) => {
  const pairs = text.split(",").map((part) => /^\s*([\w-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(part));
  try {
    if (pairs.every((pair) => pair !== null)) {
      return Object.fromEntries(
        pairs.map(([, name, value]) => [name!, decodeURIComponent(value!)]),
      );
    }
  } catch {
    // A `%` that encodes nothing.
  }
  ctx.addIssue({
    code: "custom",
    message: "must list headers, such as authorization=Bearer%20token",
  });
  return z.NEVER;
});

const shape = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be an address to listen on")
    .default("127.0.0.1"),
  WORKER_PORT: port.optional(),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  LOG_ARCHIVE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  DATABASE_URL: database("write").optional(),
  DATABASE_OWNER_URL: database("write").optional(),
  DATABASE_DIRECT_URL: database("write").optional(),
  DATABASE_REPLICA_URL: database("read").optional(),
  PAYDESK_EMBEDDED: flag.default(false),
  PAYDESK_MASTER_KEY: masterKey.optional(),
  PAYDESK_MASTER_KEY_PREVIOUS: masterKey.optional(),
  PAYDESK_MASTER_KEY_FILE: z.string().optional(),
  PAYDESK_MASTER_KEY_PREVIOUS_FILE: z.string().optional(),
  PAYDESK_KMS: z
    .string()
    .regex(/^file:./, "must be file: and the path of a key")
    .optional(),
  PAYDESK_CARRIED_KEYS: z.string().optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUSTED_PROXY: proxies.default([]),
  SMTP_URL: urlOf(["smtp", "smtps"]).optional(),
  SANDBOX_RAIL_URL: railUrl.optional(),
  SANDBOX_RAIL_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\p{Cc}"]{1,100} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/u, {
      error: "must be an address such as Paydesk <no-reply@example.com>",
    })
    .optional(),
  SIGN_UP: z.enum(SIGN_UPS, { error: `must be one of ${SIGN_UPS.join(", ")}` }).default("invited"),
  WEBHOOK_ALLOW_PRIVATE: flag.optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` })
    .default("info"),
  LIVE_RAIL_URL: railUrl.optional(),
  LIVE_RAIL_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  RAIL_TIMEOUT_MS: z
    .string()
    .regex(/^[1-9]\d{2,4}$/, "must be a number of milliseconds from 100 to 60000")
    .transform(Number)
    .refine((ms) => ms <= 60_000, "must be a number of milliseconds from 100 to 60000")
    .default(10_000),
  REDIS_URL: urlOf(["redis", "rediss"]).optional(),
  DATABASE_POOL: wholeNumber(6, 200).default(40),
  SHUTDOWN_DELAY_MS: wholeNumber(0, 60_000).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(["http", "https"]).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, "must be a share from 0 to 1")
    .transform(Number)
    .default(1),
  REQUEST_LOG: flag.default(true),
  // Lower bounds are what the API and the screens promise (docs/operations.md, "How long data is kept").
  REQUEST_LOG_DAYS: wholeNumber(1, 30).default(30),
  MAIL_DAYS: wholeNumber(7, 3_650).default(90),
  ALERT_DAYS: wholeNumber(7, 3_650).default(90),
  REPORT_FILE_DAYS: wholeNumber(7, 365).default(7),
  KEY_ADDRESS_DAYS: wholeNumber(30, 400).default(400),
  PAYDESK_THROWAWAY: flag.default(false),
  PAYDESK_SECRET_KEY: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
  JOURNEYS_BY_KEYBOARD: flag.default(false),
});

const PAIRS = [
  ["TLS_CERT", "TLS_KEY"],
  ["LIVE_RAIL_URL", "LIVE_RAIL_SECRET"],
] as const;

export type Parsed = z.infer<typeof shape>;

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(shape.shape);

export function parse(source: Source): Parsed {
  // Compose files and shells set absent variables to an empty text.
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const result = shape.safeParse(present);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  for (const [one, other] of PAIRS) {
    if (Boolean(present[one]) !== Boolean(present[other])) {
      const [missing, given] = present[one] ? [other, one] : [one, other];
      problems.push(`${missing} is needed because ${given} is set`);
    }
  }
  for (const other of ["DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"]) {
    if (present[other] && !present.DATABASE_URL) {
      problems.push(`DATABASE_URL is needed because ${other} is set`);
    }
  }
  const { SANDBOX_RAIL_URL: rail, SANDBOX_RAIL_SECRET: secret } = present;
  if (rail && !secret && URL.canParse(rail) && !isLoopback(new URL(rail).hostname)) {
    problems.push("SANDBOX_RAIL_SECRET is needed because SANDBOX_RAIL_URL is another machine");
  }
  if (!result.success || problems.length > 0) throw new EnvError(problems);
  return result.data;
}
