import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyBody, ApiResponse } from "#test/api.ts";
import { PLANS, type Plan } from "./book-rail.ts";
import { type Params, predict, predictAnswer } from "./calls.ts";
import { compare } from "./compare.ts";
import {
  CARDS,
  type CardNumber,
  KEY_LIFE,
  type Model,
  type ModelPayment,
  type Reply,
} from "./model.ts";
import { recover } from "./model-recovery.ts";
import type { World } from "./world.ts";
import * as real from "./world.ts";

type Command = fc.AsyncCommand<Model, World>;

/** The calls of this run, so that each can be repeated with its key. */
type History = { key: string; params: Params }[];
const histories = new WeakMap<Model, History>();

export function historyOf(model: Model): History {
  const known = histories.get(model) ?? [];
  histories.set(model, known);
  return known;
}

/** Makes a call and compares its response, and then the whole state, with the model. */
async function makeCall(model: Model, world: World, key: string, params: Params, plan: Plan) {
  const reply = predict(model, key, params, plan);
  const heard = await real.send(world, key, params, plan);
  checkAnswer(world, key, heard, reply);
  if (reply?.kept && heard) world.texts.set(key, heard.text);
  // The stored response of an expired key is gone, and a new response that was lost is unknown.
  else if (reply === null || reply.kept) world.texts.delete(key);
  if (reply?.replay && heard) world.texts.set(key, heard.text);
  await compare(model, world);
}

function checkAnswer(world: World, key: string, heard: ApiResponse<AnyBody> | null, reply: Reply) {
  const told = heard && { status: heard.status, code: heard.body.error?.code };
  assert.deepEqual(told, reply && { status: reply.status, code: codeOf(reply, heard) });
  if (!heard || !reply) return;
  const isReplay = heard.headers.get("Service-Idempotent-Replay") === "true";
  assert.equal(isReplay, reply.replay === true, "a replay says so");
  const first = world.texts.get(key);
  if (reply.replay && first !== undefined) assert.equal(heard.text, first, "the kept bytes");
}

/** A stored error keeps its code. */
const codeOf = (reply: NonNullable<Reply>, heard: ApiResponse<AnyBody> | null) =>
  reply.replay ? heard?.body.error?.code : reply.code;

/** Indexes are taken modulo the number of objects, so that commands stay meaningful when shrunk. Even indexes
 *  choose an object that the call can work on, odd ones any object. */
function resolve(model: Model, params: Params): Params {
  if (params.call === "create") return params;
  if (params.call === "cancel_refund") {
    return {
      ...params,
      refund: aim(params.refund, model.refunds, ({ status }) => status === "pending"),
    };
  }
  const fits = {
    capture: ({ status }: ModelPayment) => status === "requires_capture",
    cancel: ({ status }: ModelPayment) => /^requires/.test(status),
    refund: ({ captured, refunded }: ModelPayment) => captured > refunded,
  }[params.call];
  return { ...params, payment: aim(params.payment, model.payments, fits) };
}

function aim<T>(index: number, all: readonly T[], fits: (one: T) => boolean): number {
  const everything = [...all.keys()];
  const fitting = index % 2 === 0 ? everything.filter((one) => fits(all[one]!)) : [];
  const among = fitting.length > 0 ? fitting : everything;
  return among[Math.floor(index / 2) % among.length]!;
}

const isPossible = (model: Model, params: Params) =>
  "payment" in params
    ? model.payments.length > 0
    : !("refund" in params) || model.refunds.length > 0;

const command = (
  name: string,
  check: (model: Readonly<Model>) => boolean,
  run: (model: Model, world: World) => Promise<void>,
): Command => ({ check, run, toString: () => name });

function call(params: Params, plan: Plan): Command {
  const possible = (model: Readonly<Model>) => isPossible(model, params);
  return command(`${JSON.stringify(params)} ${plan}`, possible, async (model, world) => {
    const resolved = resolve(model, params);
    const history = historyOf(model);
    const key = `key-${history.length}`;
    history.push({ key, params: resolved });
    await makeCall(model, world, key, resolved, plan);
  });
}

const hasHistory = (model: Readonly<Model>) => historyOf(model).length > 0;

/** Repeats an earlier call, with any outcome; 0 is the newest. */
function repeat(back: number, plan: Plan): Command {
  return command(`repeat ${back} ${plan}`, hasHistory, async (model, world) => {
    const history = historyOf(model);
    const { key, params } = history[history.length - 1 - (back % history.length)]!;
    await makeCall(model, world, key, params, plan);
  });
}

/** Uses an earlier call's key with other parameters. */
function misuse(index: number, params: Params): Command {
  const check = (model: Readonly<Model>) => hasHistory(model) && isPossible(model, params);
  return command(`misuse ${index} ${JSON.stringify(params)}`, check, async (model, world) => {
    const history = historyOf(model);
    const earlier = history[index % history.length]!;
    const resolved = resolve(model, params);
    await makeCall(model, world, earlier.key, resolved, "answers");
    // An expired key is free and now belongs to this call.
    if (model.keys.get(earlier.key)?.params === JSON.stringify(resolved)) earlier.params = resolved;
  });
}

function answerChallenge(index: number, approves: boolean, plan: Plan): Command {
  const name = `the payer ${approves ? "approves" : "refuses"} ${index} ${plan}`;
  const check = ({ payments }: Readonly<Model>) => payments.length > 0;
  return command(name, check, async (model, world) => {
    const chosen = aim(index, model.payments, ({ status }) => status === "requires_action");
    const wanted = predictAnswer(model, chosen, approves, plan);
    assert.equal(await real.answer(world, chosen, approves, plan), wanted);
    await compare(model, world);
  });
}

function wait(seconds: number): Command {
  return command(`wait ${seconds} s`, always, async (model, world) => {
    model.now += seconds * 1_000;
    world.clock.ms += seconds * 1_000;
  });
}

function recoveryRound(plan: "answers" | "down" | "silent"): Command {
  return command(`recover ${plan}`, always, async (model, world) => {
    recover(model, plan);
    await real.recover(world, plan);
    await compare(model, world);
  });
}

const always = () => true;

/** Another merchant makes the same call with their own secret key. */
function trespass(params: Exclude<Params, { call: "create" }>): Command {
  const possible = (model: Readonly<Model>) => isPossible(model, params);
  return command(`trespass ${JSON.stringify(params)}`, possible, async (model, world) => {
    const { path, body } = real.requestOf(world, resolve(model, params));
    const { status } = await world.neighbour.call("POST", path, body);
    assert.equal(status, 404, `${path} answers a stranger ${status}`);
    await compare(model, world);
  });
}

// Shrinks towards the first matching object.
const index = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 2, 4, 6) },
  { weight: 1, arbitrary: fc.nat(11) },
);
const amount = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(50, 100, 101));
const orAll = fc.option(amount, { nil: null });
// The simplest card comes first, because shrinking ends there. Cards with more outcomes are more frequent.
const card: fc.Arbitrary<CardNumber> = fc.constantFrom(
  "4242424242424242",
  "4242424242424242",
  "4000000000003220",
  "4000000000003220",
  "4000000000007726",
  "4000000000007726",
  "4000000000007726",
  "4000000000005126",
  ...(Object.keys(CARDS) as CardNumber[]),
);

const creation = fc.record({
  call: fc.constant("create" as const),
  card,
  amount: fc.constantFrom(100, 50),
  manual: fc.constantFrom(false, false, true),
});
const followUp = fc.oneof(
  fc.record({ call: fc.constant("capture" as const), payment: index, amount: orAll }),
  fc.record({ call: fc.constant("cancel" as const), payment: index }),
  fc.record({ call: fc.constant("refund" as const), payment: index, amount: orAll }),
  fc.record({ call: fc.constant("cancel_refund" as const), refund: index }),
);
const anyParams: fc.Arbitrary<Params> = fc.oneof(creation, { weight: 3, arbitrary: followUp });
const plan = fc.oneof(
  { weight: 3, arbitrary: fc.constant("answers" as const) },
  { weight: 2, arbitrary: fc.constantFrom(...PLANS) },
);
const seconds = fc.constantFrom(1, 5, 10, 29, 30, 31, 3_599, 3_601, KEY_LIFE / 1_000);

/** All commands, in any order. */
export const commands = fc.commands(
  [
    fc.tuple(creation, plan).map((args) => call(...args)),
    fc.tuple(creation, fc.constant("answers" as const)).map((args) => call(...args)),
    fc.tuple(followUp, plan).map((args) => call(...args)),
    fc.tuple(followUp, plan).map((args) => call(...args)),
    fc.tuple(followUp, plan).map((args) => call(...args)),
    fc.tuple(fc.nat(3), plan).map((args) => repeat(...args)),
    fc.tuple(index, plan).map((args) => repeat(...args)),
    fc.tuple(index, anyParams).map((args) => misuse(...args)),
    fc.tuple(index, fc.boolean(), plan).map((args) => answerChallenge(...args)),
    seconds.map(wait),
    fc
      .constantFrom<"answers" | "down" | "silent">("answers", "answers", "down", "silent")
      .map(recoveryRound),
    followUp.map(trespass),
  ],
  { maxCommands: 40, size: "max" },
);
