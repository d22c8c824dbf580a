import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ServiceClient } from "./service-client.ts";

/** The server, the database or the role accepts no more connections. */
const FULL = "53300";
/** How long a call waits for others to leave a connection. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
/** After a refusal a pool makes do with what it has for so long. */
const MODEST_MS = 5_000;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool whose calls wait, when the server accepts no more connections, until one of its own is free or another process
 * gives some up; they fail after 10 s. Its size can be changed, and extra connections close as soon as they are idle.
 */
export class PatientPool extends pg.Pool {
  #most: number;
  #modest: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.#most = this.options.max;
    // A connection that is of no more use, or one too many, is not kept.
    this.on("release", (_error, client) => {
      const { isSpent } = client as unknown as ServiceClient;
      if (isSpent || this.totalCount > this.#most) void client.end().catch(() => {});
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) =>
        callback(undefined, client, (release) => client.release(release as Error | boolean)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await super.connect();
      } catch (error) {
        const isFull = error instanceof Error && "code" in error && error.code === FULL;
        if (!isFull || performance.now() > untilMs) throw error;
      }
      this.#beModest();
      await sleep(pauseMs);
    }
  }

  /** Asks for no more connections than there are, if there are any, so that calls queue for them. */
  #beModest(): void {
    if (this.totalCount === 0) return;
    this.options.max = Math.min(this.#most, this.totalCount);
    clearTimeout(this.#modest);
    this.#modest = setTimeout(() => {
      this.options.max = this.#most;
    }, MODEST_MS).unref();
  }

  /** Changes the largest number of connections. */
  resize(most: number): void {
    if (most === this.#most || this.ending) return;
    this.#most = most;
    this.options.max = most;
    for (let extra = Math.min(this.idleCount, this.totalCount - most); extra > 0; extra--) {
      void super.connect().then(
        (client) => client.release(true),
        () => {},
      );
    }
  }
}
