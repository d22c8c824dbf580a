// The time to an event's first byte at working receivers, while others hang and while none does.

import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import { dropOldPartitions } from "#db/partitions.ts";
import { transact } from "#db/transact.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { asOwner } from "#test/as-owner.ts";
import { fillDeliveries } from "./deliveries-volume.ts";
import { inTurns, median } from "./figures.ts";
import { addEndpoint, SAMPLE, urlOf } from "./hook-stage.ts";
import { makeMerchant } from "./stage.ts";
import type { HookScene } from "./webhooks.ts";

const PER_SECOND = 200;
const MERCHANTS = 5;
const FAN_OUT = 3;
/** Five merchants have three endpoints each; three of the fifteen endpoints hang, each of another merchant. */
const HANGING = 3;
const OLDEST_DAY = 30;
/** Pairs of runs with and without hanging endpoints per round of the others. The log's disk delays one event in
 *  100, which is exactly the measured p99. */
const PAIRS = 2;
/** Longer than the timeout of an attempt, so that attempts to hanging endpoints time out and are recorded
 *  meanwhile. */
const EXTRA_MS = 4_000;

type Arrivals = Array<[event: string, path: string, atMs: number]>;

/** Measures with and without hanging endpoints in turns. */
export async function measureIsolation(scene: HookScene): Promise<void> {
  const { pace, say } = scene;
  await round(scene, 0, 2_000);
  const pairs: Array<{ hanging: number; none: number }> = [];
  const ms = pace.measureMs + EXTRA_MS;
  for (let n = 0; n < pace.rounds * PAIRS - 1; n++) {
    const none = await round(scene, 0, ms);
    pairs.push({ none, hanging: await round(scene, HANGING, ms) });
  }
  const ours = median(pairs.map(({ hanging }) => hanging));
  const limit = median(pairs.map(({ none }) => none));
  const ratio = median(pairs.map(({ hanging, none }) => hanging / none));
  const name = `Event to first byte, p99 of healthy endpoints, ${PER_SECOND} events/s, fan-out ${FAN_OUT}`;
  const soon = { kind: "at most", of: "value", value: 500 } as const;
  const apart = { kind: "at most", of: "ratio", value: 1.2 } as const;
  const none = { limit: null, limitName: "", ratio: null };
  say({ name: `${name}, 20 % hanging`, unit: "ms", ours, ...none, bound: soon });
  const limitName = "none hanging";
  say({
    name: "the same against none hanging",
    unit: "ms",
    ours,
    limit,
    limitName,
    ratio,
    bound: apart,
  });
}

/** Measures in turns while a day of the history is dropped and while none is. */
export async function measurePruning(scene: HookScene): Promise<void> {
  const { pace, say } = scene;
  const ofDay = pace.deliveries * 10;
  const rounds = pace.rounds * PAIRS - 1;
  await fillDeliveries(await makeMerchant(), ofDay * rounds, [OLDEST_DAY, OLDEST_DAY - rounds]);
  // Flush the new rows to disk, where rows that are 30 days old are.
  await getPool().query("checkpoint");
  await round(scene, 0, 2_000);
  let keepDays = OLDEST_DAY;
  const pair = await inTurns(
    rounds,
    () => round(scene, 0, pace.measureMs, () => drop(--keepDays)),
    () => round(scene, 0, pace.measureMs),
  );
  const name = `Event to first byte, p99, while a day of ${ofDay.toLocaleString("en-US")} deliveries is dropped`;
  const bound = { kind: "at most", of: "ratio", value: 1.2 } as const;
  say({ name, unit: "ms", ...pair, limitName: "none dropped", bound });
}

async function drop(keepDays: number): Promise<void> {
  const dropped = await asOwner((client) => dropOldPartitions(client, { keepDays }));
  if (!dropped.some((name) => name.startsWith("deliveries_")))
    throw new Error("no day was dropped");
}

/** The p99 in milliseconds from the start of an event's transaction to its first byte at a receiver.
 *  `meanwhile` starts after a third of the time. */
async function round(
  scene: HookScene,
  hanging: number,
  measureMs: number,
  meanwhile?: () => Promise<void>,
): Promise<number> {
  const { receiver } = scene;
  const merchants = await Promise.all(Array.from({ length: MERCHANTS }, () => makeMerchant()));
  for (const [index, merchant] of merchants.entries()) {
    for (let n = 0; n < FAN_OUT; n++) {
      const path = index < hanging && n === 0 ? `/hang/${n}` : `/works/${n}`;
      const url = urlOf(`h${index}-${n}`, receiver.target.port, path);
      await addEndpoint(merchant, url, ["*"]);
    }
  }
  receiver.tell("count");
  const emitted = new Map<string, number>();
  const pending: Promise<void>[] = [];
  const began = performance.now();
  // In the first second, connections are opened and hanging endpoints reach their in-flight limit.
  const total = Math.round(((1_000 + measureMs) * PER_SECOND) / 1_000);
  for (let n = 0; n < total; n++) {
    const dueMs = (n * 1_000) / PER_SECOND - (performance.now() - began);
    if (dueMs > 0) await sleep(dueMs);
    if (meanwhile && n === Math.floor(total / 3)) pending.push(meanwhile());
    const { ctx } = merchants[n % MERCHANTS]!;
    const fromMs = performance.timeOrigin + performance.now();
    const emitting = transact((tx) =>
      emitEvent(tx, ctx.test, {
        type: "payment.succeeded",
        objectId: String(SAMPLE.id),
        data: SAMPLE,
      }),
    ).then((event) => {
      if (n >= PER_SECOND) emitted.set(event.id, fromMs);
      notifyDispatcher();
    });
    pending.push(emitting);
  }
  await Promise.all(pending);
  const healthy = MERCHANTS * FAN_OUT - hanging;
  const p99 = await p99Of(scene, emitted, healthy);
  await getPool().query(
    "update deliveries set next_attempt_at = null where next_attempt_at is not null",
  );
  // Hanging attempts get their timeout to end; without hanging endpoints the disk gets the same rest.
  await sleep(11_000);
  return p99;
}

async function p99Of(
  { receiver }: HookScene,
  emitted: ReadonlyMap<string, number>,
  healthy: number,
): Promise<number> {
  // Everything in time has arrived; a missing delivery counts as the slowest.
  await sleep(2_000);
  const arrivals = (await receiver.ask("tell")) as Arrivals;
  const delays = arrivals
    .filter(([event, path]) => path.startsWith("/works") && emitted.has(event))
    .map(([event, , atMs]) => atMs - emitted.get(event)!)
    .sort((a, b) => a - b);
  const expected = Math.floor((emitted.size * healthy) / MERCHANTS);
  if (delays.length < expected * 0.99) {
    throw new Error(`only ${delays.length} of ${expected} deliveries arrived within 2 s`);
  }
  return delays[Math.min(delays.length - 1, Math.floor(expected * 0.99))]!;
}
