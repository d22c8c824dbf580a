import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { isExposed, isLoopback } from "./exposure.ts";

/** Raised when a variable of the environment is missing or malformed. The message names every
 *  offending variable and never repeats its value: some of them are secrets. */
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

/** Card numbers travel to a rail: in the clear only within this machine. */
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

/** Addresses and networks of the proxies that end TLS for us, each `address` or `address/bits`. */
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
  // An empty variable is an absent one: compose files and shells set them so.
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

/** Counts `assignEnv` calls: what was read before one is read again after it. */
let generation = 0;

/** Reads settings out of `source`, validating all of them on the first read and once only.
 *  Throws `EnvError` on malformed values, and on the first read of a required one that is absent. */
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
    /** Origins a browser may send writes from: the public one and, while nothing public is
     *  declared, its loopback spellings. */
    get origins(): readonly string[] {
      const publicUrl = this.publicUrl;
      if (read().PUBLIC_URL || new URL(publicUrl).hostname !== "localhost") return [publicUrl];
      return [publicUrl, publicUrl.replace("//localhost", "//127.0.0.1")];
    },
    /** Whether others than the users of this machine may reach this installation. */
    get exposed(): boolean {
      return isExposed(this);
    },
    /** Absolute path of the folder that holds everything this installation keeps. */
    get dataDir() {
      return read().DATA_DIR;
    },
    /** Address of PostgreSQL, as the role of the service. The launcher sets it when the database is embedded. */
    get databaseUrl(): string {
      const hint = "Start through `npm start` or `node start.mjs run …`, or name a PostgreSQL 15+.";
      return required(read().DATABASE_URL, "DATABASE_URL", hint);
    },
    /** The same database as the role that owns the tables: for migrations and daily partitions only. An
     *  installation that names one role has it do both. */
    get databaseOwnerUrl(): string {
      return read().DATABASE_OWNER_URL ?? this.databaseUrl;
    },
    get hasDatabaseUrl() {
      return read().DATABASE_URL !== undefined;
    },
    /** Whether the launcher supplied the database from the npm package. */
    get databaseEmbedded() {
      return read().PAYDESK_EMBEDDED;
    },
    /** 32 bytes that protect every stored secret. A copy each time: the caller may wipe it. */
    get masterKey(): Buffer {
      const hint = "Give 32 bytes as base64 (openssl rand -base64 32) and keep them safe.";
      return Buffer.from(required(read().PAYDESK_MASTER_KEY, "PAYDESK_MASTER_KEY", hint));
    },
    get hasMasterKey() {
      return read().PAYDESK_MASTER_KEY !== undefined;
    },
    /** Paths of the PEM files, or null when this process does not speak TLS itself. */
    get tls(): { certPath: string; keyPath: string } | null {
      const { TLS_CERT, TLS_KEY } = read();
      return TLS_CERT && TLS_KEY ? { certPath: TLS_CERT, keyPath: TLS_KEY } : null;
    },
    /** Networks whose forwarded headers are believed; empty when no proxy is declared. */
    get trustedProxy(): readonly string[] {
      return read().TRUSTED_PROXY;
    },
    get smtpUrl(): string | null {
      return read().SMTP_URL ?? null;
    },
    /** Whom e-mails come from. */
    get mailFrom(): string {
      return read().MAIL_FROM ?? `Paydesk <no-reply@${new URL(this.publicUrl).hostname}>`;
    },
    /** Whether strangers may make accounts for themselves, or nobody but the operator. */
    get signUp(): (typeof SIGN_UPS)[number] {
      return read().SIGN_UP;
    },
    get sandboxRailUrl(): string | null {
      return read().SANDBOX_RAIL_URL ?? null;
    },
    /** What calls to the sandbox rail's own process are signed with, when it was set. */
    get sandboxRailSecret(): string | null {
      return read().SANDBOX_RAIL_SECRET ?? null;
    },
    /** How long one call to a rail may take in all. */
    get railTimeoutMs() {
      return read().RAIL_TIMEOUT_MS;
    },
    /** Whether test-mode webhooks may go to private addresses. By default only with the embedded database and
     *  while nobody else can reach the installation. */
    get webhookAllowPrivate(): boolean {
      return read().WEBHOOK_ALLOW_PRIVATE ?? (read().PAYDESK_EMBEDDED && !this.exposed);
    },
    get metricsToken(): string | null {
      return read().METRICS_TOKEN ?? null;
    },
    /** Whether API requests are kept for the merchants to see. */
    get requestLog() {
      return read().REQUEST_LOG;
    },
    /** Whether requests in test mode may name the API version that is not released yet. */
    get upcomingVersion() {
      return read().UPCOMING_VERSION;
    },
    get logLevel(): LogLevel {
      return read().LOG_LEVEL;
    },
    /** The connector that live mode talks to, or null: live calls then fail and say so. */
    get liveRail(): { url: string; secret: string } | null {
      const { LIVE_RAIL_URL, LIVE_RAIL_SECRET } = read();
      return LIVE_RAIL_URL && LIVE_RAIL_SECRET
        ? { url: LIVE_RAIL_URL, secret: LIVE_RAIL_SECRET }
        : null;
    },
    /** The key that tools on this machine call the API with, unless they are given one. */
    get apiKey(): string | null {
      return read().PAYDESK_SECRET_KEY ?? null;
    },
    /** Browser for the journeys: a path, or `npm` for the packaged one. Null searches the machine. */
    get chromiumPath(): string | null {
      return read().CHROMIUM_PATH ?? null;
    },
    /** Whether journeys walk and press by keys where they would point. */
    get journeysByKeyboard() {
      return read().JOURNEYS_BY_KEYBOARD;
    },
    /** Whether the data folder is to be thrown away: commits are not forced to disk then. */
    get throwaway() {
      return read().PAYDESK_THROWAWAY;
    },
  };
}

export type Settings = ReturnType<typeof settingsFrom>;

/** The settings of this process. */
export const env: Settings = settingsFrom(process.env);

/** Validates everything now, so that a process with a bad setting dies at its start, not later. */
export function checkEnv(): void {
  void env.port;
}

/** Environment for a child process: ours with `changes` on top; undefined removes a variable. */
export function childEnv(changes: Source): NodeJS.ProcessEnv {
  const merged: Record<string, string | undefined> = { ...process.env, ...changes };
  return merged as NodeJS.ProcessEnv;
}

/** Sets variables of this very process. Only launchers and the test preload call it: nobody else
 *  expects a setting to change under way. */
export function assignEnv(values: Readonly<Record<string, string>>): void {
  Object.assign(process.env, values);
  generation++;
}
