import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyBody, ApiResponse } from "#test/api.ts";
import { PLANS } from "./book-rail.ts";
import type { Params } from "./calls.ts";
import { checkBooks } from "./check-books.ts";
import { type Schedule, together } from "./together.ts";
import type { World } from "./world.ts";
import * as real from "./world.ts";

type Task =
  | { do: "call"; key: number; params: Params }
  | { do: "payer"; payment: number; approves: boolean }
  | { do: "recover" };
type Heard = { key: string; answer: ApiResponse<AnyBody> } | null;

/** The initial payments: one succeeded, one authorised, two that wait for the payer, and one with a slow
 *  refund. */
const PRIOR: Params[] = [
  { call: "create", card: "4242424242424242", amount: 100, manual: false },
  { call: "create", card: "4242424242424242", amount: 100, manual: true },
  { call: "create", card: "4000000000003220", amount: 100, manual: false },
  { call: "create", card: "4000000000003220", amount: 100, manual: true },
  { call: "create", card: "4000000000007726", amount: 100, manual: false },
  { call: "refund", payment: 4, amount: 40 },
];

const payment = fc.nat(4);
const amount = fc.constantFrom(null, 30, 60, 100);
const params: fc.Arbitrary<Params> = fc.oneof(
  fc.record({
    call: fc.constant("create" as const),
    card: fc.constantFrom("4242424242424242" as const, "4000000000003220" as const),
    amount: fc.constantFrom(100, 50),
    manual: fc.boolean(),
  }),
  fc.record({ call: fc.constant("capture" as const), payment, amount }),
  fc.record({ call: fc.constant("cancel" as const), payment }),
  fc.record({ call: fc.constant("refund" as const), payment, amount }),
  fc.record({ call: fc.constant("refund" as const), payment: fc.constantFrom(0, 4), amount }),
  fc.record({ call: fc.constant("cancel_refund" as const), refund: fc.constant(0) }),
);
const task: fc.Arbitrary<Task> = fc.oneof(
  // Few keys, so that calls share them.
  { weight: 8, arbitrary: fc.record({ do: fc.constant("call" as const), key: fc.nat(3), params }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("payer" as const),
      payment: fc.constantFrom(2, 3),
      approves: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "recover" as const }) },
);
const tasks = fc.array(task, { minLength: 2, maxLength: 8 });
const schedule = fc.infiniteStream(
  fc.record({
    choice: fc.nat(7),
    plan: fc.oneof(
      { weight: 3, arbitrary: fc.constant("answers" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...PLANS.filter((one) => one !== "lost")) },
    ),
  }),
);

/** Runs concurrent calls, with crashes and a failing rail, in random orders, and checks that the books agree at
 *  the end. Returns the number of rounds. Throws with seed and path. */
export async function runTogether(params: {
  seed: number;
  numRuns: number;
  limitMs: number;
  path?: string;
}): Promise<number> {
  const { limitMs, ...parameters } = params;
  const endMs = performance.now() + limitMs;
  let runs = 0;
  let failed = false;
  await fc.assert(
    fc.asyncProperty(tasks, tasks, schedule, async (first, second, order) => {
      if (!failed && performance.now() > endMs) return;
      runs += 1;
      const world = await real.openWorld();
      try {
        await oneRound(world, first, second, order as unknown as Schedule);
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        await world.close();
      }
    }),
    parameters,
  );
  return runs;
}

async function oneRound(world: World, first: Task[], second: Task[], order: Schedule) {
  for (const [index, one] of PRIOR.entries()) {
    const heard = await real.send(world, `prior-${index}`, one, "answers");
    (one.call === "refund" ? world.refunds : world.payments).push(heard!.body.id);
  }
  const heard: Heard[] = await together<Heard>(world.rail, order, first.map(workOf(world)));
  // Late enough for the recovery loop and repeats to take over from dead calls.
  world.clock.ms += 31_000;
  const again = [...second, ...first].map(workOf(world));
  heard.push(...(await together<Heard>(world.rail, order, again)));
  for (const ms of [31_000, 3_601_000, 31_000]) {
    world.clock.ms += ms;
    await real.recover(world, "answers");
  }
  for (const one of [...first, ...second]) heard.push(await workOf(world)(one)());
  checkAnswers(heard.filter((one) => one !== null));
  await checkBooks(world);
}

const workOf =
  (world: World) =>
  (one: Task) =>
  async (death?: AbortSignal): Promise<Heard> => {
    if (one.do === "recover") await real.recoverAlone(death);
    if (one.do === "payer") await real.answerAlone(world, one.payment, one.approves);
    if (one.do !== "call") return null;
    // A key belongs to one kind of call; a second call with other parameters is a conflict.
    const key = `${one.params.call}-${one.key}`;
    return { key, answer: await real.sendAlone(world, key, one.params) };
  };

const NOT_KEPT = new Set(["idempotency_conflict", "idempotency_in_progress", "gateway_error"]);

/** All responses with one key have the same bytes. */
function checkAnswers(heard: readonly NonNullable<Heard>[]): void {
  const kept = new Map<string, string>();
  for (const { key, answer } of heard) {
    assert.ok(answer.status < 500 || answer.status === 502, `${key} answers ${answer.status}`);
    if (NOT_KEPT.has(answer.body.error?.code)) continue;
    assert.equal(answer.text, kept.get(key) ?? answer.text, `${key}: two different answers`);
    kept.set(key, answer.text);
  }
}
