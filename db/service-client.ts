import type { Duplex } from "node:stream";
import pg from "pg";
import type { DatabaseServer } from "#lib/kernel/database-address.ts";
import { log } from "#lib/kernel/log.ts";
import { askState, NoPrimaryError, type Servers, serversOf } from "./servers.ts";
import { steadySocket } from "./steady-socket.ts";

/** A server that accepts no connection for so long is not there. */
const CONNECT_MS = 5_000;
/** The same for a server that was silent within the last 10 s, so that a call does not wait again and again. */
const HASTY_CONNECT_MS = 1_500;
const REMEMBERED_MS = 10_000;
/** A connection without traffic is asked after so long whether it lives; Node gives up after ten questions, one a second. */
const KEEP_ALIVE_MS = 5_000;

/** The code of a write that a standby or read-only server refused. */
const READ_ONLY = "25006";

/** The code and the origin of an error of a kept statement whose columns a migration has changed. */
const CHANGED = { code: "0A000", routine: "RevalidateCachedQuery" };

/** The driver's error of a connection that took too long. */
const EXPIRED = "timeout expired";

/** The class of errors of a server that lacks room, such as connections. */
const FULL = "53";

const sqlClass = (error: unknown) =>
  error instanceof pg.DatabaseError ? error.code?.slice(0, 2) : undefined;

/** Parts of the driver that its types leave out. */
type Socket = Duplex & { bytesRead: number };
type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);
type Options = pg.ClientConfig & { connectionString: string };

/** Until when servers that were silent are remembered, by name. */
const silentUntilMs = new Map<string, number>();

/** The open connections of this process. */
const open = new Set<ServiceClient>();

/**
 * A connection to the server that accepts writes, of an address with one host or several. It notices a server that
 * vanished without a word (keep-alives, `cutServer`), and is of no more use (`isSpent`) once the server refused a write
 * because it is a standby or read-only, or a migration has changed what a kept statement returns.
 */
export class ServiceClient extends pg.Client {
  readonly #servers: Servers;
  readonly #readsOnly: boolean;
  #server: DatabaseServer;
  #spent = false;

  constructor(config: Options) {
    const servers = serversOf(config.connectionString);
    super({
      ...config,
      connectionString: servers.first.url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: steadySocket,
    });
    this.#servers = servers;
    this.#server = servers.first;
    this.#readsOnly = /default_transaction_read_only=on/.test(config.options ?? "");
    this.connection.on("errorMessage", ({ code, routine }: pg.DatabaseError) => {
      if (code === READ_ONLY && !this.#readsOnly) this.#giveUp();
      if (code === CHANGED.code && routine === CHANGED.routine) this.#spent = true;
    });
    this.once("end", () => open.delete(this));
    // Users listen once they have the connection; until then its loss must not end the process.
    this.on("error", () => {});
  }

  /** Whether it must not be used again: its server has refused a write, or its kept statements are out of date. */
  get isSpent(): boolean {
    return this.#spent;
  }

  get server(): DatabaseServer {
    return this.#server;
  }

  /** Everything that the server has sent so far, in bytes. */
  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  get #socket(): Socket {
    return this.connection.stream as Socket;
  }

  /** Connects to the server that accepts writes. Throws `NoPrimaryError` if there is none. */
  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    const done = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then(
      (client) => done(null, client),
      (error) => done(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    const server = await this.#servers.current();
    // The pool has given up waiting meanwhile.
    if (this.#socket.destroyed) throw new Error(EXPIRED);
    this.#server = server;
    if (this.#servers.searches) {
      const { hostname, port } = new URL(server.url);
      this.host = hostname.replace(/^\[(.+)\]$/, "$1");
      this.port = Number(port || 5432);
    }
    open.add(this);
    const timer =
      performance.now() < (silentUntilMs.get(server.name) ?? 0) ? this.#giveUpSoon() : undefined;
    try {
      await super.connect();
      silentUntilMs.delete(server.name);
      await this.#check();
    } catch (error) {
      open.delete(this);
      if (error instanceof Error && error.message === EXPIRED) rememberSilence(server);
      // A server that is full serves others.
      if (sqlClass(error) !== FULL) this.#servers.forget(server);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return this;
  }

  #giveUpSoon(): NodeJS.Timeout {
    return setTimeout(() => this.#socket.destroy(new Error(EXPIRED)), HASTY_CONNECT_MS);
  }

  /** The server can have changed since it was found. */
  async #check(): Promise<void> {
    if (!this.#servers.searches) return;
    const state = await askState(this);
    const why = this.#servers.whyNot({ ...state, readOnly: state.readOnly && !this.#readsOnly });
    if (why === null) return;
    void this.end().catch(() => {});
    throw new NoPrimaryError([`${this.#server.name} ${why}`]);
  }

  #giveUp(): void {
    this.#spent = true;
    this.#servers.forget(this.#server);
  }

  /** Ends the connection at once, without a word to the server. */
  cut(why: string): void {
    this.#servers.forget(this.#server);
    this.#socket.destroy(new Error(`Connection terminated: ${why}`));
  }
}

/** Ends all connections of this process to a server, because it does not answer: what waits for it fails now instead of
 * after TCP's quarter of an hour. */
export function cutServer(server: DatabaseServer): void {
  rememberSilence(server);
  const lost = [...open].filter((client) => client.server.name === server.name);
  log.warn("the database server is silent: its connections are cut", {
    server: server.name,
    connections: lost.length,
  });
  for (const client of lost) client.cut("the server is silent");
}

function rememberSilence({ name }: DatabaseServer): void {
  silentUntilMs.set(name, performance.now() + REMEMBERED_MS);
}
