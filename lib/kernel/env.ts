import { isIP } from "node:net";
import {
  EnvError,
  type LogLevel,
  type Parsed,
  parse,
  type SIGN_UPS,
  type Source,
} from "./env-schema.ts";
import { isExposed, isLoopback } from "./exposure.ts";

export { EnvError, type LogLevel };

function required<T>(value: T | undefined, name: string, hint: string): T {
  if (value === undefined) throw new EnvError([`${name} is not set. ${hint}`]);
  return value;
}

/** Counts `assignEnv` calls, after which settings are read again. */
let generation = 0;

/** Settings from `source`, validated once, on the first read. Throws `EnvError` for malformed values, and when a required
 *  setting that is absent is read. */
class EnvSettings {
  readonly #source: Source;
  #parsed: Parsed | undefined;
  #parsedIn = generation;

  constructor(source: Source) {
    this.#source = source;
  }

  #read(): Parsed {
    if (!this.#parsed || this.#parsedIn !== generation) {
      this.#parsed = parse(this.#source);
      this.#parsedIn = generation;
    }
    return this.#parsed;
  }

  /** Port of the one listener; 0 lets the system choose. */
  get port() {
    return this.#read().PORT;
  }

  /** Port on which a worker answers operators; null for none. */
  get workerPort(): number | null {
    return this.#read().WORKER_PORT ?? null;
  }

  get host() {
    return this.#read().HOST;
  }

  /** Origin of links, redirects and cookies, without a trailing slash. Never from the Host header. */
  get publicUrl(): string {
    const { PUBLIC_URL, HOST, PORT, TLS_CERT } = this.#read();
    if (PUBLIC_URL) return PUBLIC_URL;
    const scheme = TLS_CERT ? "https" : "http";
    const name = isLoopback(HOST) || HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST;
    return new URL(`${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${PORT}`).origin;
  }

  /** Origins from which a browser may send writes: the public one and, without `PUBLIC_URL`, its loopback spellings. */
  get origins(): readonly string[] {
    const publicUrl = this.publicUrl;
    if (this.#read().PUBLIC_URL || new URL(publicUrl).hostname !== "localhost") return [publicUrl];
    return [publicUrl, publicUrl.replace("//localhost", "//127.0.0.1")];
  }

  /** Whether anyone but the users of this machine may reach this installation (`isExposed`). */
  get exposed(): boolean {
    return isExposed(this);
  }

  /** Absolute path of the folder with all data of this installation. */
  get dataDir() {
    return this.#read().DATA_DIR;
  }

  /** Folder in which the launcher keeps the log of the embedded database; null for none. */
  get logArchive(): string | null {
    return this.#read().LOG_ARCHIVE ?? null;
  }

  /** Address of PostgreSQL with the service's database role; it can list several hosts (`db/servers.ts`). The launcher sets
   *  it for the embedded database. */
  get databaseUrl(): string {
    const hint = "Start through `npm start` or `node start.mjs run …`, or name a PostgreSQL 15+.";
    return required(this.#read().DATABASE_URL, "DATABASE_URL", hint);
  }

  /** The same database with the table owner's role, for migrations and daily partitions only. Defaults to
   *  `databaseDirectUrl`. */
  get databaseOwnerUrl(): string {
    return this.#read().DATABASE_OWNER_URL ?? this.databaseDirectUrl;
  }

  /** The same database without a pooler, for what needs a session: notifications, locks, settings, exports. Defaults to
   *  `databaseUrl`. */
  get databaseDirectUrl(): string {
    return this.#read().DATABASE_DIRECT_URL ?? this.databaseUrl;
  }

  /** Whether `databaseUrl` is a pooler that gives a connection for one transaction (PgBouncer). */
  get databasePooled(): boolean {
    return this.#read().DATABASE_DIRECT_URL !== undefined;
  }

  /** Standbys of the same database, which serve reports, exports and lists; null for none. */
  get databaseReplicaUrl(): string | null {
    return this.#read().DATABASE_REPLICA_URL ?? null;
  }

  get hasDatabaseUrl() {
    return this.#read().DATABASE_URL !== undefined;
  }

  /** Address of the store (Redis, Valkey) in which all web processes count rate limits; null for each by itself. */
  get redisUrl(): string | null {
    return this.#read().REDIS_URL ?? null;
  }

  /** Most connections in the pools of this process. */
  get databasePool() {
    return this.#read().DATABASE_POOL;
  }

  /** How long a process that is to end goes on serving, so that a balancer notices that it is not ready. */
  get shutdownDelayMs() {
    return this.#read().SHUTDOWN_DELAY_MS;
  }

  /** Whether the launcher runs the database from the npm package. */
  get databaseEmbedded() {
    return this.#read().PAYDESK_EMBEDDED;
  }

  /** 32 bytes that protect every stored secret. Returns a copy, which the caller may wipe. */
  get masterKey(): Buffer {
    const hint = "Give 32 bytes as base64 (openssl rand -base64 32) and keep them safe.";
    return Buffer.from(required(this.#read().PAYDESK_MASTER_KEY, "PAYDESK_MASTER_KEY", hint));
  }

  get hasMasterKey() {
    return this.#read().PAYDESK_MASTER_KEY !== undefined;
  }

  /** The master key before this one, while the key is rotated: it opens what this one did not encrypt yet. */
  get previousMasterKey(): Buffer | null {
    const key = this.#read().PAYDESK_MASTER_KEY_PREVIOUS;
    return key ? Buffer.from(key) : null;
  }

  /** Files that hold the master key and the one before it, which launchers read. */
  get masterKeyFiles(): { newest: string | null; previous: string | null } {
    const { PAYDESK_MASTER_KEY_FILE, PAYDESK_MASTER_KEY_PREVIOUS_FILE } = this.#read();
    return {
      newest: PAYDESK_MASTER_KEY_FILE ?? null,
      previous: PAYDESK_MASTER_KEY_PREVIOUS_FILE ?? null,
    };
  }

  /** The key that unwraps wrapped key files: `file:` and its path; null for none. */
  get kms(): string | null {
    return this.#read().PAYDESK_KMS ?? null;
  }

  /** Carried keys, encrypted, that a launcher read from the database for a command; null for none. */
  get carriedKeys(): Buffer | null {
    const text = this.#read().PAYDESK_CARRIED_KEYS;
    return text ? Buffer.from(text, "base64") : null;
  }

  /** Paths of the PEM files, or null when this process does not terminate TLS. */
  get tls(): { certPath: string; keyPath: string } | null {
    const { TLS_CERT, TLS_KEY } = this.#read();
    return TLS_CERT && TLS_KEY ? { certPath: TLS_CERT, keyPath: TLS_KEY } : null;
  }

  /** Networks whose forwarded headers are trusted; empty without a proxy. */
  get trustedProxy(): readonly string[] {
    return this.#read().TRUSTED_PROXY;
  }

  get smtpUrl(): string | null {
    return this.#read().SMTP_URL ?? null;
  }

  /** Sender of e-mails. */
  get mailFrom(): string {
    return this.#read().MAIL_FROM ?? `Paydesk <no-reply@${new URL(this.publicUrl).hostname}>`;
  }

  /** Whether anyone can create an account (`open`) or only the operator (`invited`). */
  get signUp(): (typeof SIGN_UPS)[number] {
    return this.#read().SIGN_UP;
  }

  get sandboxRailUrl(): string | null {
    return this.#read().SANDBOX_RAIL_URL ?? null;
  }

  /** Secret that signs calls to the sandbox rail's own process, when set. */
  get sandboxRailSecret(): string | null {
    return this.#read().SANDBOX_RAIL_SECRET ?? null;
  }

  /** Timeout of one call to a rail. */
  get railTimeoutMs() {
    return this.#read().RAIL_TIMEOUT_MS;
  }

  /** Whether test-mode webhooks may go to private addresses. Default: only with the embedded database and when the
   *  installation is not exposed. */
  get webhookAllowPrivate(): boolean {
    return this.#read().WEBHOOK_ALLOW_PRIVATE ?? (this.#read().PAYDESK_EMBEDDED && !this.exposed);
  }

  get metricsToken(): string | null {
    return this.#read().METRICS_TOKEN ?? null;
  }

  /** The collector of traces, and the share of new traces that are recorded; null if nothing is. */
  get tracing(): { endpoint: string; headers: Record<string, string>; ratio: number } | null {
    const parsed = this.#read();
    const endpoint = parsed.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (!endpoint) return null;
    const headers = parsed.OTEL_EXPORTER_OTLP_HEADERS;
    return { endpoint, headers, ratio: parsed.OTEL_TRACES_SAMPLER_ARG };
  }

  /** Whether API requests are stored in the request log. */
  get requestLog() {
    return this.#read().REQUEST_LOG;
  }

  /** For how many days the installation keeps what its operator may choose. */
  get keptDays() {
    const read = this.#read();
    return {
      requests: read.REQUEST_LOG_DAYS,
      mail: read.MAIL_DAYS,
      alerts: read.ALERT_DAYS,
      reportFiles: read.REPORT_FILE_DAYS,
      keyAddresses: read.KEY_ADDRESS_DAYS,
    };
  }

  get logLevel(): LogLevel {
    return this.#read().LOG_LEVEL;
  }

  /** The connector of live mode; null when none is set, and live calls then fail with an error that says so. */
  get liveRail(): { url: string; secret: string } | null {
    const { LIVE_RAIL_URL, LIVE_RAIL_SECRET } = this.#read();
    return LIVE_RAIL_URL && LIVE_RAIL_SECRET
      ? { url: LIVE_RAIL_URL, secret: LIVE_RAIL_SECRET }
      : null;
  }

  /** Default API key of the tools on this machine. */
  get apiKey(): string | null {
    return this.#read().PAYDESK_SECRET_KEY ?? null;
  }

  /** Browser for the journeys: a path, or `npm` for the packaged one. Null: search the machine. */
  get chromiumPath(): string | null {
    return this.#read().CHROMIUM_PATH ?? null;
  }

  /** Whether journeys use the keyboard instead of the pointer. */
  get journeysByKeyboard() {
    return this.#read().JOURNEYS_BY_KEYBOARD;
  }

  /** Whether the data is temporary, so that commits need not be flushed to disk. */
  get throwaway() {
    return this.#read().PAYDESK_THROWAWAY;
  }
}

/** As the constructor of `EnvSettings`. */
export const settingsFrom = (source: Source): EnvSettings => new EnvSettings(source);

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

/** Returns a function that restores the environment of this process as it is now, for tests. */
export function keepEnv(): () => void {
  const kept = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
    Object.assign(process.env, kept);
    generation++;
  };
}
