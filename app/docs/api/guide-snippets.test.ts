import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { promisify } from "node:util";
import { nowMs } from "#lib/kernel/clock.ts";
import { VERIFY } from "./guide-snippets.ts";

const SECRET = "whsec_7Qm2kXvB9sLr4TzN1cWdYhPf6gJtEaUo";
const BODY = '{"id":"evt_1","name":"Åsa"}';

function sign(seconds: number, secret = SECRET): string {
  return createHmac("sha256", secret).update(`${seconds}.${BODY}`).digest("hex");
}

/** Runs the published snippet in a process of its own, as a reader would. */
async function verdictsOf(cases: readonly (readonly [string, string])[]): Promise<boolean[]> {
  const code = VERIFY.find(({ language }) => language === "Node.js")?.code ?? "";
  const script = `${code}
    const cases = ${JSON.stringify(cases)};
    console.log(JSON.stringify(cases.map(([body, signature]) => isAuthentic(body, signature, ${JSON.stringify(SECRET)}))));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    script,
  ]);
  return JSON.parse(stdout);
}

test("the published verification accepts what we sign, and nothing stale, altered or foreign", async () => {
  const now = Math.floor(nowMs() / 1_000);
  const signed = (seconds: number) => `t=${seconds},v1=${sign(seconds)}`;
  assert.deepEqual(
    await verdictsOf([
      [BODY, signed(now)],
      [BODY, `t=${now},v1=${sign(now, "whsec_old")},v1=${sign(now)}`],
      [BODY, signed(now - 290)],
      [BODY, signed(now - 310)],
      [BODY, signed(now + 310)],
      [`${BODY} `, signed(now)],
      [BODY, `t=${now},v1=${sign(now, "whsec_other")}`],
      [BODY, `t=${now + 1},v1=${sign(now)}`],
      [BODY, `t=${now},v1=abcd`],
      [BODY, `v1=${sign(now)}`],
    ]),
    [true, true, true, false, false, false, false, false, false, false],
  );
});
