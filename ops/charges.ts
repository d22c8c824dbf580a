import { setTimeout as sleep } from "node:timers/promises";
import { chargeOnce, clientOf, type Order, paymentIn } from "./faults/charge.ts";

/** Result of one charge: the time of its acknowledgement, and the statuses before. */
type Charge = { key: string; id: string | null; refusals: number[]; doneAtMs: number };

export type Charges = {
  all: readonly Charge[];
  /** Those that were acknowledged. */
  orders(): Order[];
  /** The longest time that one call took. */
  longestMs(): number;
  /** Lets no new charge begin; resolves when each has been acknowledged. */
  stop(): Promise<void>;
};

const RETRY_MS = 100;
/** Statuses that a client retries: no connection, the same call still running, and server faults. */
const REPEATED = [0, 409, 502, 503];

/** Charges with `lanes` at a time, each repeated with its key until it is acknowledged. */
export function keepCharging(
  web: { port: number },
  secret: string,
  { lanes }: { lanes: number },
): Charges {
  const client = clientOf(web, secret);
  const all: Charge[] = [];
  let going = true;
  let longestMs = 0;
  const charge = async (): Promise<void> => {
    const made: Charge = { key: `charge ${all.length}`, id: null, refusals: [], doneAtMs: 0 };
    all.push(made);
    while (made.id === null) {
      const began = performance.now();
      const answer = await chargeOnce(client, made.key).catch(() => null);
      longestMs = Math.max(longestMs, performance.now() - began);
      made.id = answer && paymentIn(answer);
      if (made.id !== null) {
        made.doneAtMs = performance.now();
        return;
      }
      const status = answer?.status ?? 0;
      if (!REPEATED.includes(status)) throw new Error(`a charge was answered ${status}`);
      made.refusals.push(status);
      await sleep(RETRY_MS);
    }
  };
  const lane = async () => {
    while (going) await charge();
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    all,
    orders: () => all.flatMap(({ key, id }) => (id === null ? [] : [{ key, paymentId: id }])),
    longestMs: () => longestMs,
    stop: async () => {
      going = false;
      await running;
    },
  };
}
