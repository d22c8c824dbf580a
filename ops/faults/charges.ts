import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import { type ChargeAnswer, type Client, chargeOnce, type Order, paymentIn } from "./charge.ts";

/** A client gives up on a call that has no answer after this time, and repeats it. */
const HUNG_MS = 40_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** How long the calls that are still open are repeated after the load has ended. */
const AFTERMATH_MS = 300_000;

/** An answer that can be trusted, or the reason why the call must be repeated. */
type Attempt = { paymentId: string } | { failure: string };

export type ChargesOptions = Client & {
  perSecond: number;
  /** Whether a call that failed is sent again, with its key. */
  repeats: boolean;
  /** Tells its keys from those of another load. */
  name?: string;
};

export type ChargesReport = {
  offered: number;
  acknowledged: number;
  firstTry: number;
  attempts: number;
  /** Failed attempts by what the client saw. */
  failures: Record<string, number>;
  /** The longest time without an acknowledged charge while the load ran. */
  longestGapMs: number;
  medianMs: number;
  p99Ms: number;
  slowestAttemptMs: number;
};

/** Charges at a steady rate, whatever becomes of earlier ones, each with its own idempotency key. */
export class Charges {
  readonly #options: ChargesOptions;
  readonly #agent = new Agent({ connect: { rejectUnauthorized: false }, pipelining: 1 });
  /** The payment of each acknowledged charge, by its key. */
  readonly acknowledged = new Map<string, string>();
  readonly failures = new Map<string, number>();
  readonly #latencies: number[] = [];
  #offered = 0;
  #firstTry = 0;
  #attempts = 0;
  #slowestMs = 0;
  #lastMs = 0;
  #longestGapMs = 0;
  #recentGapMs = 0;
  #running = false;
  #over = false;

  constructor(options: ChargesOptions) {
    this.#options = options;
  }

  /** The charges that were offered, with their payments: those of `brokenPromises`. */
  get orders(): Order[] {
    return [...this.acknowledged].map(([key, paymentId]) => ({ key, paymentId }));
  }

  /** Charges until `work` is done; resolves when each charge is acknowledged, or has failed for good. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running = true;
    this.#lastMs = performance.now();
    const load = this.#offerAll();
    try {
      return await work();
    } finally {
      this.#noteGap();
      this.#running = false;
      const timer = setTimeout(() => {
        this.#over = true;
      }, AFTERMATH_MS);
      await load;
      clearTimeout(timer);
      await this.#agent.destroy();
    }
  }

  async #offerAll(): Promise<void> {
    const started = performance.now();
    const open = new Set<Promise<void>>();
    while (this.#running) {
      const due = ((performance.now() - started) / 1_000) * this.#options.perSecond;
      while (this.#offered < due) {
        const charge = this.#charge(this.#offered++);
        open.add(charge);
        charge.finally(() => open.delete(charge));
      }
      await sleep(5);
    }
    await Promise.all(open);
  }

  async #charge(number: number): Promise<void> {
    const key = `${this.#options.name ?? "charge"}-${number}`;
    for (let tries = 1; ; tries++) {
      const attempt = await this.#attempt(key, 1_000 + (number % 9_000));
      if ("paymentId" in attempt) {
        this.acknowledged.set(key, attempt.paymentId);
        if (tries === 1) this.#firstTry++;
        this.#noteGap();
        return;
      }
      const { failure } = attempt;
      this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
      if (!this.#options.repeats || this.#over) return;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  #noteGap(): void {
    const ms = performance.now();
    if (this.#running) {
      this.#recentGapMs = Math.max(this.#recentGapMs, ms - this.#lastMs);
      this.#longestGapMs = Math.max(this.#longestGapMs, this.#recentGapMs);
    }
    this.#lastMs = ms;
  }

  /** The longest time without an acknowledged charge since the last call of this. */
  takeGap(): number {
    const gapMs = Math.round(this.#recentGapMs);
    this.#recentGapMs = 0;
    return gapMs;
  }

  /** How many attempts have failed. */
  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  async #attempt(key: string, amount: number): Promise<Attempt> {
    const started = performance.now();
    this.#attempts++;
    try {
      const [dispatcher, signal] = [this.#agent, AbortSignal.timeout(HUNG_MS)];
      return judge(await chargeOnce(this.#options, key, { amount, dispatcher, signal }));
    } catch (error) {
      return { failure: `no answer: ${nameOf(error)}` };
    } finally {
      const took = performance.now() - started;
      this.#latencies.push(took);
      this.#slowestMs = Math.max(this.#slowestMs, took);
    }
  }

  report(): ChargesReport {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      offered: this.#offered,
      acknowledged: this.acknowledged.size,
      firstTry: this.#firstTry,
      attempts: this.#attempts,
      failures: Object.fromEntries(this.failures),
      longestGapMs: Math.round(this.#longestGapMs),
      medianMs: at(0.5),
      p99Ms: at(0.99),
      slowestAttemptMs: Math.round(this.#slowestMs),
    };
  }
}

function judge(answer: ChargeAnswer): Attempt {
  const paymentId = paymentIn(answer);
  if (paymentId !== null) return { paymentId };
  const { status, headers, body } = answer;
  const isOurs = String(headers["content-type"]).includes("json");
  const code = isOurs ? (JSON.parse(body) as { error: { code: string } }).error.code : "balancer";
  // A client that is told to wait knows for how long.
  const waits = status === 503 && isOurs && headers["retry-after"] === undefined;
  return { failure: `${status} ${code}${waits ? " without Retry-After" : ""}` };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An abort has a number.
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
