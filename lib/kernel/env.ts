import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { isExposed, isLoopback } from "./exposure.ts";

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

type Source = Readonly<Record<string, string | undefined>>;

const SIGN_UPS = ["open", "invited"] as const;
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

const shape = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be an address to listen on")
    .default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  DATABASE_URL: urlOf(["postgres", "postgresql"]).optional(),
  DATABASE_OWNER_URL: urlOf(["postgres", "postgresql"]).optional(),
  PAYDESK_EMBEDDED: flag.default(false),
  PAYDESK_MASTER_KEY: masterKey.optional(),
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
  REQUEST_LOG: flag.default(true),
  UPCOMING_VERSION: flag.default(false),
  PAYDESK_THROWAWAY: flag.default(false),
  PAYDESK_SECRET_KEY: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
  JOURNEYS_BY_KEYBOARD: flag.default(false),
});

const PAIRS = [
  ["TLS_CERT", "TLS_KEY"],
  ["LIVE_RAIL_URL", "LIVE_RAIL_SECRET"],
] as const;

type Parsed = z.infer<typeof shape>;

function parse(source: Source): Parsed {
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
  if (present.DATABASE_OWNER_URL && !present.DATABASE_URL) {
    problems.push("DATABASE_URL is needed because DATABASE_OWNER_URL is set");
  }
  const { SANDBOX_RAIL_URL: rail, SANDBOX_RAIL_SECRET: secret } = present;
  if (rail && !secret && URL.canParse(rail) && !isLoopback(new URL(rail).hostname)) {
    problems.push("SANDBOX_RAIL_SECRET is needed because SANDBOX_RAIL_URL is another machine");
  }
  if (!result.success || problems.length > 0) throw new EnvError(problems);
  return result.data;
}

function required<T>(value: T | undefined, name: string, hint: string): T {
  if (value === undefined) throw new EnvError([`${name} is not set. ${hint}`]);
  return value;
}

/** Counts `assignEnv` calls, after which settings are read again. */
let generation = 0;

/** Settings from `source`, validated once, on the first read. Throws `EnvError` for malformed values, and when a required
 *  setting that is absent is read. */
export function settingsFrom(source: Source) {
  let parsed: Parsed | undefined;
  let parsedIn = generation;
  const read = () => {
    if (!parsed || parsedIn !== generation) {
      parsed = parse(source);
      parsedIn = generation;
    }
    return parsed;
  };
  return {
    /** Port of the one listener; 0 lets the system choose. */
    get port() {
      return read().PORT;
    },
    get host() {
      return read().HOST;
    },
    /** Origin of links, redirects and cookies, without a trailing slash. Never from the Host header. */
    get publicUrl(): string {
      const { PUBLIC_URL, HOST, PORT, TLS_CERT } = read();
      if (PUBLIC_URL) return PUBLIC_URL;
      const scheme = TLS_CERT ? "https" : "http";
      const name = isLoopback(HOST) || HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST;
      return new URL(`${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${PORT}`).origin;
    },
    /** Origins from which a browser may send writes: the public one and, without `PUBLIC_URL`, its loopback spellings. */
    get origins(): readonly string[] {
      const publicUrl = this.publicUrl;
      if (read().PUBLIC_URL || new URL(publicUrl).hostname !== "localhost") return [publicUrl];
      return [publicUrl, publicUrl.replace("//localhost", "//127.0.0.1")];
    },
    /** Whether anyone but the users of this machine may reach this installation (`isExposed`). */
    get exposed(): boolean {
      return isExposed(this);
    },
    /** Absolute path of the folder with all data of this installation. */
    get dataDir() {
      return read().DATA_DIR;
    },
    /** Address of PostgreSQL with the service's database role. The launcher sets it for the embedded database. */
    get databaseUrl(): string {
      const hint = "Start through `npm start` or `node start.mjs run …`, or name a PostgreSQL 15+.";
      return required(read().DATABASE_URL, "DATABASE_URL", hint);
    },
    /** The same database with the table owner's role, for migrations and daily partitions only. Defaults to
     *  `databaseUrl`. */
    get databaseOwnerUrl(): string {
      return read().DATABASE_OWNER_URL ?? this.databaseUrl;
    },
    get hasDatabaseUrl() {
      return read().DATABASE_URL !== undefined;
    },
    /** Whether the launcher runs the database from the npm package. */
    get databaseEmbedded() {
      return read().PAYDESK_EMBEDDED;
    },
    /** 32 bytes that protect every stored secret. Returns a copy, which the caller may wipe. */
    get masterKey(): Buffer {
      const hint = "Give 32 bytes as base64 (openssl rand -base64 32) and keep them safe.";
      return Buffer.from(required(read().PAYDESK_MASTER_KEY, "PAYDESK_MASTER_KEY", hint));
    },
    get hasMasterKey() {
      return read().PAYDESK_MASTER_KEY !== undefined;
    },
    /** Paths of the PEM files, or null when this process does not terminate TLS. */
    get tls(): { certPath: string; keyPath: string } | null {
      const { TLS_CERT, TLS_KEY } = read();
      return TLS_CERT && TLS_KEY ? { certPath: TLS_CERT, keyPath: TLS_KEY } : null;
    },
    /** Networks whose forwarded headers are trusted; empty without a proxy. */
    get trustedProxy(): readonly string[] {
      return read().TRUSTED_PROXY;
    },
    get smtpUrl(): string | null {
      return read().SMTP_URL ?? null;
    },
    /** Sender of e-mails. */
    get mailFrom(): string {
      return read().MAIL_FROM ?? `Paydesk <no-reply@${new URL(this.publicUrl).hostname}>`;
    },
    /** Whether anyone can create an account (`open`) or only the operator (`invited`). */
    get signUp(): (typeof SIGN_UPS)[number] {
      return read().SIGN_UP;
    },
    get sandboxRailUrl(): string | null {
      return read().SANDBOX_RAIL_URL ?? null;
    },
    /** Secret that signs calls to the sandbox rail's own process, when set. */
    get sandboxRailSecret(): string | null {
      return read().SANDBOX_RAIL_SECRET ?? null;
    },
    /** Timeout of one call to a rail. */
    get railTimeoutMs() {
      return read().RAIL_TIMEOUT_MS;
    },
    /** Whether test-mode webhooks may go to private addresses. Default: only with the embedded database and when the
     *  installation is not exposed. */
    get webhookAllowPrivate(): boolean {
      return read().WEBHOOK_ALLOW_PRIVATE ?? (read().PAYDESK_EMBEDDED && !this.exposed);
    },
    get metricsToken(): string | null {
      return read().METRICS_TOKEN ?? null;
    },
    /** Whether API requests are stored in the request log. */
    get requestLog() {
      return read().REQUEST_LOG;
    },
    /** Whether requests in test mode may use the version that is not released yet. */
    get upcomingVersion() {
      return read().UPCOMING_VERSION;
    },
    get logLevel(): LogLevel {
      return read().LOG_LEVEL;
    },
    /** The connector of live mode; null when none is set, and live calls then fail with an error that says so. */
    get liveRail(): { url: string; secret: string } | null {
      const { LIVE_RAIL_URL, LIVE_RAIL_SECRET } = read();
      return LIVE_RAIL_URL && LIVE_RAIL_SECRET
        ? { url: LIVE_RAIL_URL, secret: LIVE_RAIL_SECRET }
        : null;
    },
    /** Default API key of the tools on this machine. */
    get apiKey(): string | null {
      return read().PAYDESK_SECRET_KEY ?? null;
    },
    /** Browser for the journeys: a path, or `npm` for the packaged one. Null: search the machine. */
    get chromiumPath(): string | null {
      return read().CHROMIUM_PATH ?? null;
    },
    /** Whether journeys use the keyboard instead of the pointer. */
    get journeysByKeyboard() {
      return read().JOURNEYS_BY_KEYBOARD;
    },
    /** Whether the data is temporary, so that commits need not be flushed to disk. */
    get throwaway() {
      return read().PAYDESK_THROWAWAY;
    },
  };
}

export type Settings = ReturnType<typeof settingsFrom>;

/** The settings of this process. */
export const env: Settings = settingsFrom(process.env);

/** Validates all settings, so that a process with a malformed one fails at its start. */
export function checkEnv(): void {
  void env.port;
}

/** Environment of a child process: this one's with `changes`; undefined removes a variable. */
export function childEnv(changes: Source): NodeJS.ProcessEnv {
  const merged: Record<string, string | undefined> = { ...process.env, ...changes };
  return merged as NodeJS.ProcessEnv;
}

/** Sets variables of this process. For launchers and the test preload only: other code does not expect settings to
 *  change. */
export function assignEnv(values: Readonly<Record<string, string>>): void {
  Object.assign(process.env, values);
  generation++;
}
