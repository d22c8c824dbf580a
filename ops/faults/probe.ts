import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { until } from "../support.ts";
import { chargeOnce, clientOf } from "./charge.ts";
import type { Charges } from "./charges.ts";
import { type Installation, readiness } from "./installation.ts";
import { judge } from "./verdict.ts";

/** Waits until `/readyz` on `port` says why it is not ready. */
export async function reads(port: number, what: RegExp): Promise<string> {
  let said = "";
  await until(`/readyz says ${what}`, async () => {
    said = (await readiness(port))?.body ?? "nothing";
    return what.test(said);
  });
  return said;
}

/** Sends one charge straight to a web process. */
export const charge = (port: number, secret: string, key: string) =>
  chargeOnce(clientOf({ port }, secret), key);

/** Sends charges until one is refused, and checks how; returns its key. */
export async function refusedCharge(port: number, secret: string): Promise<string> {
  for (let n = 0; n < 2_000; n++) {
    const key = `probe-${n}`;
    const { status, headers, body } = await charge(port, secret, key);
    if (status === 201) continue;
    assert.equal(status, 503, body);
    assert.match(body, /Retry the request with the same Idempotency-Key/);
    assert.equal(headers["retry-after"], "2");
    return key;
  }
  throw new Error("the full disk refused nothing");
}

/** Compares everything, prints the figures, and checks what holds after any fault. */
export async function verify(t: TestContext, charges: Charges, it: Pick<Installation, "arrivals">) {
  const verdict = await judge(charges, it.arrivals);
  t.diagnostic(JSON.stringify({ ...charges.report(), ...verdict }));
  const seen = Object.keys(charges.report().failures);
  assert.deepEqual(
    seen.filter((failure) => /^500|without Retry-After/.test(failure)),
    [],
  );
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  return verdict;
}
