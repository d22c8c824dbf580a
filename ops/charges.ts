import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "#test/ask.ts";
import { VISA } from "#test/money.ts";
import type { Postgres } from "./postgres.ts";

/** What became of one charge: when it was acknowledged, and the statuses before. */
type Charge = { key: string; id: string | null; refusals: number[]; doneAtMs: number };

export type Charges = {
  all: readonly Charge[];
  /** The longest time that one call took. */
  longestMs(): number;
  /** Lets no new charge begin; resolves when each has been acknowledged. */
  stop(): Promise<void>;
};

const RETRY_MS = 100;
const CHARGE = { amount: 1_500, currency: "EUR", method: "card", payment_method: VISA };
/** 200: another call has finished what an interrupted one began. */
const DONE = [200, 201];
/** What a client repeats: no connection, the same call still running, and trouble. */
const REPEATED = [0, 409, 502, 503];

/** Charges with `lanes` at a time, each repeated with its key until it is acknowledged. */
export function keepCharging(
  { port }: { port: number },
  secret: string,
  { lanes, pauseMs = 0 }: { lanes: number; pauseMs?: number },
): Charges {
  const all: Charge[] = [];
  let going = true;
  let longestMs = 0;
  const charge = async (): Promise<void> => {
    const made: Charge = { key: `charge ${all.length}`, id: null, refusals: [], doneAtMs: 0 };
    all.push(made);
    while (made.id === null) {
      const began = performance.now();
      const answer = await chargeOnce({ port }, secret, made.key);
      longestMs = Math.max(longestMs, performance.now() - began);
      if (DONE.includes(answer.status)) {
        made.id = answer.id;
        made.doneAtMs = performance.now();
      } else if (!REPEATED.includes(answer.status)) {
        throw new Error(`a charge was answered ${answer.status}`);
      } else {
        made.refusals.push(answer.status);
        await sleep(RETRY_MS);
      }
    }
  };
  const lane = async () => {
    while (going) {
      await charge();
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    all,
    longestMs: () => longestMs,
    stop: async () => {
      going = false;
      await running;
    },
  };
}

/** One call; 0 as status if the connection failed. */
export async function chargeOnce(
  { port }: { port: number },
  secret: string,
  key: string,
): Promise<{ status: number; id: string }> {
  const headers = { authorization: `Bearer ${secret}`, "idempotency-key": key };
  const body = { ...CHARGE, description: key };
  try {
    const answer = await ask({ port }, "/v1/payments", { method: "POST", headers, body });
    return {
      status: answer.status,
      id: DONE.includes(answer.status) ? JSON.parse(answer.body).id : "",
    };
  } catch {
    return { status: 0, id: "" };
  }
}

/** The merchant's payments in the database by the key that made them, and how many there are of each. */
export async function bookedOf(server: Postgres, database: string): Promise<Map<string, number>> {
  const rows = await server.ask(
    "select description, count(*)::int as n from payments where status = 'succeeded' group by 1",
    database,
  );
  return new Map(rows.map(({ description, n }) => [String(description), Number(n)]));
}
