import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chargeOf, startRail, type TestRail } from "#test/rail.ts";
import { RailUnavailableError } from "../rail.ts";
import { FAULTS, type Fault, faultFor, parseFaults } from "./faults.ts";

const VISA = "sbx_success_4242";
const LATE_MS = 600;
let rail: TestRail;
before(async () => {
  rail = await startRail({ timeoutMs: 250 });
});
afterEach(() => rail.befall(null));
after(() => rail.stop());

const linesOf = async (id: string) =>
  (await rail.statement()).lines.filter((line) => line.id === id);

/** Whether the rail has executed the operation when the caller gets an unknown outcome. */
const ACTED: Partial<Record<Fault, boolean>> = {
  timeout_before: false,
  reset_before: false,
  error_before: false,
  late_action: false,
  timeout_after: true,
  reset_after: true,
  error_after: true,
  garbage: true,
  late_answer: true,
};

for (const [fault, acted] of Object.entries(ACTED) as [Fault, boolean][]) {
  test(`${fault}: the caller gets an unknown outcome, asks, and is charged once`, async () => {
    const { connector } = rail;
    const charge = chargeOf(VISA);
    await rail.befall(fault, { lateMs: LATE_MS });
    await assert.rejects(connector.authorise(charge), RailUnavailableError);
    await rail.befall(null);
    assert.equal((await connector.authoriseStatus(charge)).result, acted ? "succeeded" : "unknown");
    assert.equal((await connector.authorise(charge)).result, "succeeded");
    // Delayed actions have happened by now.
    if (fault.startsWith("late")) await sleep(LATE_MS);
    const others = await Promise.all([1, 2, 3].map(() => connector.authorise(chargeOf(VISA))));
    assert.ok(others.every(({ result }) => result === "succeeded"));
    assert.equal((await linesOf(charge.id)).length, 1);
  });
}

test("duplicate: an answer that arrives twice is never taken for the answer to another request", async () => {
  await rail.befall("duplicate", { operations: ["authorise"] });
  const declined = "sbx_decline-51_9995";
  for (let round = 0; round < 40; round++) {
    const token = round % 2 === 0 ? VISA : declined;
    const wanted = round % 2 === 0 ? "succeeded" : "declined";
    const charge = chargeOf(token);
    const outcome = await rail.connector.authorise(charge).catch((error) => {
      assert.ok(error instanceof RailUnavailableError);
      return null;
    });
    if (outcome) assert.equal(outcome.result, wanted);
    assert.equal((await rail.connector.authoriseStatus(charge)).result, wanted);
  }
});

test("swap: answers that overtake each other reach their own callers", async () => {
  await rail.befall("swap", { operations: ["authorise"] });
  const order: string[] = [];
  const ask = async (token: string, wanted: string) => {
    const { result } = await rail.connector.authorise(chargeOf(token));
    assert.equal(result, wanted);
    order.push(wanted);
  };
  const first = ask(VISA, "succeeded");
  await sleep(50);
  await Promise.all([first, ask("sbx_decline-51_9995", "declined")]);
  assert.deepEqual(order, ["declined", "succeeded"]);
  const { lines } = await rail.statement();
  assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length);
});

test("one seed gives the same faults in any order, and a repeat draws again", () => {
  const rules = parseFaults("timeout_before=0.2, garbage=0.1");
  const plan = { seed: 7, lateMs: 0, latencyMs: 0, rules };
  const thrown = (seed: number) =>
    Array.from({ length: 2_000 }, (_, i) =>
      faultFor({ ...plan, seed }, "authorise", `pay_${i}`, 1),
    );
  const first = thrown(7);
  assert.deepEqual(thrown(7), first);
  assert.notDeepEqual(thrown(8), first);
  const share = (fault: Fault | null) => first.filter((one) => one === fault).length / 2_000;
  assert.ok(Math.abs(share("timeout_before") - 0.2) < 0.04);
  assert.ok(Math.abs(share("garbage") - 0.1) < 0.03);
  const hit = first.findIndex((one) => one !== null);
  const again = Array.from({ length: 30 }, (_, nth) =>
    faultFor(plan, "authorise", `pay_${hit}`, nth + 1),
  );
  assert.ok(again.includes(null));
  assert.equal(
    faultFor({ ...plan, rules: [{ ...rules[0]!, operations: ["refund"] }] }, "cancel", "x", 1),
    null,
  );
});

test("faults on the command line are accepted or refused as a whole", () => {
  assert.deepEqual(parseFaults("").length, 0);
  assert.deepEqual(parseFaults("swap=1"), [{ fault: "swap", probability: 1 }]);
  for (const text of ["swap", "swap=2", "nap=0.5", "swap=often"]) {
    assert.throws(() => parseFaults(text), /is not a fault/);
  }
  assert.equal(new Set(FAULTS).size, FAULTS.length);
});
