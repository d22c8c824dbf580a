import assert from "node:assert/strict";
import { ensurePartitions } from "#db/partitions.ts";
import { balancesOf, LEDGER_ACCOUNTS } from "#lib/domain/ledger/index.ts";
import { answerChallenge } from "#lib/domain/payments/index.ts";
import { nowMs, useClock } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { RailUnavailableError } from "#lib/rails/index.ts";
import type { AnyBody, ApiResponse } from "#test/api.ts";
import { asOwner } from "#test/as-owner.ts";
import { openTill, type Till } from "#test/money.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { type BookRail, type Plan, useBookRail } from "./book-rail.ts";
import type { Params } from "./calls.ts";

/** The service, a fresh merchant, another merchant, and a rail with configurable failures. */
export type World = {
  till: Till;
  neighbour: Till;
  rail: BookRail;
  /** Ids in order of creation, including those of lost responses. */
  payments: string[];
  refunds: string[];
  /** The bytes of the first received response of each key. */
  texts: Map<string, string>;
  clock: { ms: number };
  close(): Promise<void>;
};

type Heard = ApiResponse<AnyBody> | null;

/** A history can span a few days. Ids never go back in time, so later histories start after it. */
const DAYS_AHEAD = 45;
let room: Promise<void> | undefined;

async function createUpcomingPartitions(): Promise<void> {
  const days = { nowMs: nowMs(), daysBack: 1, daysAhead: DAYS_AHEAD };
  await asOwner((client) => ensurePartitions(client, days));
}

export async function openWorld(): Promise<World> {
  room ??= createUpcomingPartitions();
  await room;
  const [till, neighbour] = [await openTill(), await openTill()];
  const rail = useBookRail();
  // The clock stands still between steps, so that every deadline is predictable.
  const clock = { ms: nowMs() };
  const putBack = useClock({ nowMs: () => clock.ms });
  const forget = `update %s set rail_check_at = null where account_id = $1`;
  return {
    till,
    neighbour,
    rail,
    payments: [],
    refunds: [],
    texts: new Map(),
    clock,
    async close() {
      // The next history's recovery loop must not find work of this one.
      await till.rows(forget.replace("%s", "payments"));
      await till.rows(forget.replace("%s", "refunds"));
      putBack();
      rail.putBack();
    },
  };
}

/** A call as a request, by this merchant or another. */
export function requestOf(world: World, params: Params): { path: string; body: object } {
  const amount = (minor: number | null) => (minor === null ? {} : { amount: minor });
  switch (params.call) {
    case "create": {
      const body = {
        amount: params.amount,
        currency: "EUR",
        method: "card",
        payment_method: `pm_test_${params.card}`,
        capture: params.manual ? "manual" : "automatic",
      };
      return { path: "/v1/payments", body };
    }
    case "capture":
      return {
        path: `/v1/payments/${world.payments[params.payment]}/capture`,
        body: amount(params.amount),
      };
    case "cancel":
      return { path: `/v1/payments/${world.payments[params.payment]}/cancel`, body: {} };
    case "refund":
      return {
        path: "/v1/refunds",
        body: { payment: world.payments[params.payment], ...amount(params.amount) },
      };
    case "cancel_refund":
      return { path: `/v1/refunds/${world.refunds[params.refund]}/cancel`, body: {} };
  }
}

/** Makes a call without its own plan, for concurrent calls. */
export async function sendAlone(world: World, key: string, params: Params) {
  const { path, body } = requestOf(world, params);
  return await world.till.call<AnyBody>("POST", path, body, { "Idempotency-Key": key });
}

/** The payer answers an open challenge; the rail may fail. */
export async function answerAlone(world: World, index: number, approves: boolean): Promise<void> {
  const { till, payments } = world;
  await answerChallenge(till.ctx.test, payments[index] ?? "", approves).catch(expectable);
}

function expectable(error: unknown): void {
  if (error instanceof RailUnavailableError) return;
  if (!(error instanceof ApiError && error.code === "state_invalid")) throw error;
}

export const recoverAlone = settleUnfinished;

/** Makes a call. Returns null if it died or its response was lost. */
export async function send(world: World, key: string, params: Params, plan: Plan): Promise<Heard> {
  const { path, body } = requestOf(world, params);
  const answer = await under(world, plan, () =>
    world.till.call<AnyBody>("POST", path, body, { "Idempotency-Key": key }),
  );
  return answer === "died" || plan === "lost" ? null : answer;
}

/** The payer answers a challenge. */
export async function answer(
  world: World,
  index: number,
  approves: boolean,
  plan: Plan,
): Promise<"counted" | "refused" | "unknown"> {
  const { till, payments } = world;
  try {
    const done = await under(world, plan, () =>
      answerChallenge(till.ctx.test, payments[index] ?? "", approves),
    );
    return done === "died" ? "unknown" : "counted";
  } catch (error) {
    if (error instanceof ApiError && error.code === "state_invalid") return "refused";
    assert.ok(!(error instanceof assert.AssertionError), String(error));
    return "unknown";
  }
}

/** One round of the recovery loop. */
export async function recover(world: World, plan: Plan): Promise<void> {
  await under(world, plan, (death) => settleUnfinished(death));
}

/** Runs work under a plan. If the process would have died, the work has no further effect; its signal stops a
 *  loop that would otherwise continue. */
async function under<T>(
  { rail }: World,
  plan: Plan,
  work: (death: AbortSignal) => Promise<T>,
): Promise<T | "died"> {
  rail.plan = plan;
  const death = new AbortController();
  const dying = rail.death().then((died) => {
    death.abort();
    return died;
  });
  try {
    return await Promise.race([dying, work(death.signal)]);
  } finally {
    rail.plan = "answers";
  }
}

/** Reads everything that the merchant can see, and the books of both sides. */
export async function observe({ till, rail }: World) {
  const list = async (path: string) => {
    const found: AnyBody[] = [];
    for (let cursor: unknown = ""; cursor !== null; ) {
      const after = cursor ? `&starting_after=${cursor}` : "";
      const { body, status } = await till.call("GET", `${path}?limit=100${after}`);
      assert.equal(status, 200);
      found.push(...body.data);
      cursor = body.next_cursor;
    }
    return found.reverse();
  };
  const [payments, refunds, events, balances] = await Promise.all([
    list("/v1/payments"),
    list("/v1/refunds"),
    list("/v1/events"),
    owedByRails(till),
  ]);
  return { payments, refunds, events, balances, charges: rail.charges, paidBack: rail.refunds };
}

/** The captured minus the refunded amount, from the ledger. */
async function owedByRails(till: Till) {
  const balances = await balancesOf(till.ctx.test, LEDGER_ACCOUNTS.railClearing);
  return balances.map(({ currency, amountMinor }) => ({ currency, amountMinor: -amountMinor }));
}
