import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "#lib/kernel/clock.ts";

const MOST_TRIES = 6;

/** Asks again after the seconds in `Retry-After` while the answer is 503, at most 6 times in all. A write must have the same
 *  idempotency key each time. */
export async function patiently<A extends { status: number; headers: Headers }>(
  ask: () => Promise<A>,
): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (answer.status !== 503 || tries === MOST_TRIES) return answer;
    await sleep(SECOND_MS * Number(answer.headers.get("retry-after") ?? 1));
  }
}
