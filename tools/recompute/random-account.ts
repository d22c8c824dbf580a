import assert from "node:assert/strict";
import { apiApp } from "#lib/api/app.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { AnyBody, ApiResponse } from "#test/api.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { openTill, type Till } from "#test/money.ts";
import { type Dice, diceOf } from "#tools/fuzz/dice.ts";
import type { Player } from "#tools/lives/life.ts";
import { patiently } from "./patiently.ts";
import { buy, OTHER_ACTS, type Payer, passTime, payersOf, WAITS } from "./random-acts.ts";

/** Days on which a life begins, by the account's sandbox clock. Clocks change soon after, or a month or year ends. */
const BEGINNINGS = [
  // New York and Havana go forward; Havana has no midnight.
  "2027-03-12",
  // Europe goes forward; the Azores have no midnight.
  "2027-03-26",
  // Lord Howe goes back; Santiago has 23:00 twice.
  "2027-04-01",
  // The Azores have midnight twice, Berlin 02:00.
  "2027-10-29",
  // Havana has midnight twice, New York 01:00.
  "2027-11-05",
  "2027-01-30",
  "2027-12-29",
];

export const ZONES = [
  ...["UTC", "Europe/Berlin", "Atlantic/Azores", "America/Havana", "America/New_York"],
  ...["America/Santiago", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"],
  ...["Pacific/Kiritimati", "Pacific/Pago_Pago"],
] as const;

export type RandomAccount = {
  till: Till;
  /** Its owner, signed in. */
  visitor: DashboardVisitor;
  /** Time zone of its screens. */
  zone: string;
  seed: number;
};

const DAY_S = 86_400;
const STRIDE = 9;
const WEIGHTS = Object.fromEntries(OTHER_ACTS.map(({ name, weight }) => [name, weight]));

async function act(player: Player & { dice: Dice }, payers: readonly Payer[]): Promise<void> {
  const name = player.dice.weighted({ buy: 13, ...WEIGHTS });
  if (name === "buy") await buy(player, payers);
  else await OTHER_ACTS.find((one) => one.name === name)!.run(player);
}

/** Creates a merchant and lets it act through the API: charges in currencies of 0, 2 and 3 decimals, retries, debits that
 *  fail late, voided and abandoned payments, partial captures, refunds, disputes, returned settlements and payouts. Equal
 *  seeds give equal choices. With `days` it then lives for as many more, a few at a time. */
export async function liveRandomly(seed: number, days = 0): Promise<RandomAccount> {
  const dice = diceOf(seed);
  const till = await openTill();
  const zone = dice.pick(ZONES);
  await till.rows(`update accounts set timezone = '${zone}' where id = $1`);
  const player = playerOf(till, dice);
  await passTime(player, secondsToStart(dice));
  const payers = await payersOf(player);
  const steps = 20 + dice.below(30);
  for (let step = 0; step < steps; step++) {
    if (dice.below(5) === 0) await passTime(player, dice.pick(WAITS));
    else await act(player, payers);
  }
  for (let left = days; left > 0; left -= STRIDE) {
    await act(player, payers);
    await passTime(player, Math.min(left, STRIDE) * DAY_S);
  }
  if (dice.chance(0.7)) await passTime(player, dice.pick([1, 4, 8]) * DAY_S);
  return { till, visitor: await signedIn(till), zone, seed };
}

function secondsToStart(dice: Dice): number {
  const start = Date.parse(dice.pick(BEGINNINGS)) - nowMs();
  return Math.floor(start / 1_000) + dice.below(DAY_S);
}

/** Calls the API in process, without comparing responses with the contract: other tests do, and it takes as long as the
 *  call. */
function playerOf(till: Till, dice: Dice): Player & { dice: Dice } {
  const send = async (method: string, path: string, body?: object) => {
    const headers = {
      Authorization: `Bearer ${till.key}`,
      ...(body ? { "Content-Type": "application/json", "Idempotency-Key": newId("req") } : {}),
    };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await patiently(async () =>
      apiApp.fetch(new Request(`http://localhost${path}`, init)),
    );
    const text = await response.text();
    assert.ok(response.status < 500, `${method} ${path} answers ${response.status}: ${text}`);
    const { status, headers: told } = response;
    return { status, headers: told, text, body: JSON.parse(text) } as ApiResponse<AnyBody>;
  };
  const list = async (path: string) => (await send("GET", `${path}?limit=20`)).body.data;
  return {
    till,
    dice,
    simulated: new Set(),
    list,
    one: async (path) => {
      const all = await list(path);
      return all.length > 0 ? dice.pick(all) : null;
    },
    post: (path, body = {}) => send("POST", path, body),
  };
}
