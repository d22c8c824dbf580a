// A merchant's random history ("life"): each action can run in any state of the merchant.

import assert from "node:assert/strict";
import type { AnyBody, ApiResponse } from "#test/api.ts";
import { openTill, type Till } from "#test/money.ts";
import { type FlakyRail, useFlakyRail } from "./flaky-rail.ts";

/** Random numbers for choices within an action: object, card, amount. */
export type Dice = { pick<T>(of: readonly T[]): T; below(n: number): number };

/** A merchant who acts, and the choices within an act. */
export type Player = {
  till: Till;
  dice: Dice;
  /** Objects with a simulated outcome, which the rail does not know. */
  simulated: Set<string>;
  /** Calls the API. Any response other than 2xx, 4xx or, with a silent rail, 502 is a failure. Some POSTs are
   *  repeated with their key, concurrently or later, and must get the same response. */
  post(path: string, body?: object): Promise<ApiResponse<AnyBody>>;
  /** The newest objects of a list. */
  list(path: string): Promise<AnyBody[]>;
  /** A random object of a list, or null if it is empty. */
  one(path: string): Promise<AnyBody | null>;
};

/** A player on a rail that fails. */
export type Life = Player & { rail: FlakyRail; close(): void };

export type Act = { name: string; weight: number; run(player: Player): Promise<unknown> };

export async function beginLife(dice: Dice): Promise<Life> {
  const till = await openTill();
  const rail = useFlakyRail();
  let calls = 0;
  const isOurs = (status: number) =>
    status < 500 || (status === 502 && rail.trouble !== "none") || undefined;
  const send = async (path: string, body: object, key: string) => {
    const answer = await till.call("POST", path, body, { "Idempotency-Key": key });
    assert.ok(isOurs(answer.status), `POST ${path} answers ${answer.status}: ${answer.text}`);
    return answer;
  };
  const list = async (path: string) =>
    (await till.call<{ data: AnyBody[] }>("GET", `${path}?limit=20`)).body.data;
  return {
    till,
    rail,
    dice,
    simulated: new Set(),
    list,
    one: async (path) => {
      const all = await list(path);
      return all.length > 0 ? dice.pick(all) : null;
    },
    post: async (path, body = {}) => {
      const key = `life-${++calls}`;
      if (dice.below(8) === 0) return await sendTwice(() => send(path, body, key));
      return await send(path, body, key);
    },
    close: () => rail.putBack(),
  };
}

/** Sends two concurrent requests with one key: one runs, the other gets 409 or the same response. */
async function sendTwice(send: () => Promise<ApiResponse<AnyBody>>) {
  const answers = await Promise.all([send(), send()]);
  const done = answers.filter(({ body }) => body.error?.code !== "idempotency_in_progress");
  const texts = new Set(done.filter(({ status }) => status < 300).map(({ text }) => text));
  assert.ok(texts.size <= 1, `one key, two answers: ${[...texts].join("\n")}`);
  return done[0] ?? answers[0]!;
}
