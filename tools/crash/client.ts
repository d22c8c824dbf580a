import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";

/** Timeout of one attempt, no matter what is killed meanwhile. */
const HUNG_MS = 20_000;
/** The most retryable responses to one call. Refused connections do not count: on a busy machine a killed
 *  process takes long to restart. */
const MOST_ANSWERS = 200;
const GIVE_UP_MS = 3_600_000;

export type Final = {
  status: number;
  text: string;
  body: Record<string, unknown> & { id?: string; status?: string };
  replayed: boolean;
};

/** Null for a retryable response. */
type Attempt = Final | "lost" | null;

export type Write = { secret: string; path: string; body: object; key: string };

export type Counts = {
  /** Total HTTP attempts. */
  requests: number;
  /** Attempts with a refused or lost connection. */
  lost: number;
  /** Attempts with a 5xx response. */
  failed: number;
  /** Attempts with 409 `idempotency_in_progress`. */
  waiting: number;
  /** Attempts without a response within 20 s. */
  hung: number;
  slowestMs: number;
};

/** A merchant's server that follows the documentation: it sends every write with its key until it gets a final
 *  response. */
export class PatientClient {
  readonly #origin: string;
  readonly #agent = new Agent({ connections: 64, pipelining: 1 });
  readonly counts: Counts = { requests: 0, lost: 0, failed: 0, waiting: 0, hung: 0, slowestMs: 0 };

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Sends a write until its response is final. Throws if there is none. */
  async write({ secret, path, body, key }: Write): Promise<Final> {
    const headers = {
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      "idempotency-key": key,
    };
    return await this.#untilFinal(() =>
      this.#attempt("POST", path, { headers, body: JSON.stringify(body) }),
    );
  }

  async read(secret: string, path: string): Promise<Final> {
    const headers = { authorization: `Bearer ${secret}` };
    return await this.#untilFinal(() => this.#attempt("GET", path, { headers }));
  }

  /** The payer presses a button on the bank's page. The merchant reads the outcome. */
  async press(url: string, answer: "approve" | "refuse"): Promise<void> {
    const headers = {
      origin: this.#origin,
      "content-type": "application/x-www-form-urlencoded",
    };
    const { pathname } = new URL(url);
    await this.#untilFinal(() =>
      this.#attempt("POST", pathname, { headers, body: `answer=${answer}` }),
    );
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #untilFinal(attempt: () => Promise<Attempt>): Promise<Final> {
    const ends = performance.now() + GIVE_UP_MS;
    let answers = 0;
    for (let tries = 1; answers < MOST_ANSWERS && performance.now() < ends; tries++) {
      const final = await attempt();
      if (final && final !== "lost") return final;
      if (final === null) answers++;
      await sleep(Math.min(30 * tries, 500) * (0.5 + Math.random()));
    }
    throw new Error(`no final response after ${answers} retryable ones`);
  }

  async #attempt(
    method: "GET" | "POST",
    path: string,
    init: { headers: Record<string, string>; body?: string },
  ): Promise<Attempt> {
    const started = performance.now();
    this.counts.requests++;
    try {
      const signal = AbortSignal.timeout(HUNG_MS);
      const options = { ...init, method, dispatcher: this.#agent, signal };
      const answer = await request(`${this.#origin}${path}`, options);
      const text = await answer.body.text();
      return this.#judge(answer.statusCode, text, answer.headers);
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") this.counts.hung++;
      else this.counts.lost++;
      return "lost";
    } finally {
      this.counts.slowestMs = Math.max(this.counts.slowestMs, performance.now() - started);
    }
  }

  #judge(status: number, text: string, headers: Record<string, unknown>): Final | null {
    if (status >= 500) {
      this.counts.failed++;
      return null;
    }
    const isJson = String(headers["content-type"]).includes("json");
    const body = isJson ? (JSON.parse(text) as Final["body"]) : {};
    const { code } = (body.error ?? {}) as { code?: string };
    if (code === "idempotency_in_progress") {
      this.counts.waiting++;
      return null;
    }
    return { status, text, body, replayed: headers["service-idempotent-replay"] === "true" };
  }
}
