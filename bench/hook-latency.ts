// The time from an event's commit to the first byte of its delivery, at a rate that keeps nothing busy.

import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { transact } from "#db/transact.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { median } from "./figures.ts";
import { addEndpoint, SAMPLE, urlOf } from "./hook-stage.ts";
import { makeMerchant } from "./stage.ts";
import type { HookScene } from "./webhooks.ts";

const PER_SECOND = 50;
const WARM_UP_MS = 2_000;

type Arrivals = Array<[event: string, path: string, atMs: number]>;
type Quantiles = { p50: number; p99: number };
type Send = (ctx: Context, port: number) => Promise<[event: string, committedMs: number]>;

const clockMs = () => performance.timeOrigin + performance.now();

/** Commits an event and lets the worker deliver it. */
const byWorker: Send = async (ctx) => {
  const event = await emit(ctx);
  const committedMs = clockMs();
  notifyDispatcher();
  return [event, committedMs];
};

const agent = new Agent({ connect: { rejectUnauthorized: false } });

/** The limit: commits the same event and posts it at once from this process, without a queue. */
const atOnce: Send = async (ctx, port) => {
  const event = await emit(ctx);
  const committedMs = clockMs();
  const { body } = await request(`https://127.0.0.1:${port}/bare`, {
    method: "POST",
    dispatcher: agent,
    headers: { "content-type": "application/json", "service-event-id": event },
    body: JSON.stringify(SAMPLE),
  });
  await body.dump();
  return [event, committedMs];
};

async function emit(ctx: Context): Promise<string> {
  const event = { type: "payment.succeeded", objectId: String(SAMPLE.id), data: SAMPLE } as const;
  return (await transact((tx) => emitEvent(tx, ctx, event))).id;
}

/** Measures the worker and the limit in turns, with one endpoint and none. */
export async function measureLatency(scene: HookScene): Promise<void> {
  const { pace, receiver, say } = scene;
  const [ours, bare] = [await makeMerchant(), await makeMerchant()];
  await addEndpoint(ours, urlOf("latency", receiver.target.port, "/works"), ["*"]);
  const [ownCtx, bareCtx] = [ours.ctx.test, bare.ctx.test];
  await round(scene, byWorker, ownCtx, WARM_UP_MS);
  await round(scene, atOnce, bareCtx, WARM_UP_MS);
  const pairs: Array<{ ours: Quantiles; limit: Quantiles }> = [];
  for (let n = 0; n < pace.rounds * 2 - 1; n++) {
    const first = n % 2 === 0 ? null : await round(scene, atOnce, bareCtx, pace.measureMs);
    const own = await round(scene, byWorker, ownCtx, pace.measureMs);
    const limit = first ?? (await round(scene, atOnce, bareCtx, pace.measureMs));
    pairs.push({ ours: own, limit });
  }
  for (const quantile of ["p50", "p99"] as const) {
    say({
      name: `Commit of an event to the first byte of its delivery, ${quantile}, ${PER_SECOND} events/s`,
      unit: "ms",
      ours: median(pairs.map((pair) => pair.ours[quantile])),
      limit: median(pairs.map((pair) => pair.limit[quantile])),
      limitName: "committed and posted by one process, without a queue",
      ratio: median(pairs.map((pair) => pair.ours[quantile] / pair.limit[quantile])),
      bound: null,
    });
  }
}

async function round(
  { receiver }: HookScene,
  send: Send,
  ctx: Context,
  measureMs: number,
): Promise<Quantiles> {
  receiver.tell("count");
  const began = performance.now();
  const total = Math.round((measureMs * PER_SECOND) / 1_000);
  const sent: Array<ReturnType<Send>> = [];
  for (let n = 0; n < total; n++) {
    const dueMs = (n * 1_000) / PER_SECOND - (performance.now() - began);
    if (dueMs > 0) await sleep(dueMs);
    sent.push(send(ctx, receiver.target.port));
  }
  const committed = new Map(await Promise.all(sent));
  await sleep(2_000);
  const arrivals = (await receiver.ask("tell")) as Arrivals;
  const delays = arrivals
    .filter(([event]) => committed.has(event))
    .map(([event, , atMs]) => atMs - committed.get(event)!)
    .sort((a, b) => a - b);
  if (delays.length < total)
    throw new Error(`only ${delays.length} of ${total} arrived within 2 s`);
  return { p50: delays[Math.floor(total * 0.5)]!, p99: delays[Math.floor(total * 0.99)]! };
}
