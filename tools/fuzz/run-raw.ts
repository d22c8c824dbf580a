import assert from "node:assert/strict";
import { gatherCast } from "./cast.ts";
import { diceOf } from "./dice.ts";
import { takeWrites, watchWrites } from "./footprint.ts";
import { rawCase } from "./raw-cases.ts";
import { openFront, sendRaw } from "./raw-http.ts";
import { inProcess } from "./run-fuzz.ts";

export type RawReport = { statuses: Map<string, number>; findings: string[] };

/** Writes malformed requests with a valid key into the listener's sockets: the listener must stay up, send only
 *  documented responses, and change nothing. */
export async function runRaw(params: {
  seed: number;
  cases: number;
  /** Starts no further case after this time. */
  limitMs: number;
}): Promise<RawReport> {
  const dice = diceOf(params.seed);
  const cast = await gatherCast();
  await watchWrites();
  const front = await openFront();
  const report: RawReport = { statuses: new Map(), findings: [] };
  try {
    const endMs = performance.now() + params.limitMs;
    for (let number = 0; number < params.cases && performance.now() < endMs; number++) {
      await takeWrites();
      const one = rawCase(dice, cast);
      try {
        const statuses = await sendRaw(front.port, one);
        const name = statuses.length > 3 ? `${statuses[0]} × ${statuses.length}` : statuses.join();
        report.statuses.set(name, (report.statuses.get(name) ?? 0) + 1);
        assert.deepEqual(await takeWrites(), [], "something changed");
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const shown = JSON.stringify(one.pieces.map(String).join("")).slice(0, 500);
        report.findings.push(`#${number} ${one.kind}: ${error.message.slice(0, 400)}\n  ${shown}`);
      }
    }
    await stillServes(cast.keys.secret);
  } finally {
    front.close();
  }
  return report;
}

async function stillServes(secret: string): Promise<void> {
  const headers = { Authorization: `Bearer ${secret}` };
  const rest = {
    kind: "after",
    operation: null,
    side: "ours",
    refused: null,
    params: null,
  } as const;
  const path = "/v1/payments";
  const { status } = await inProcess({ ...rest, method: "GET", path, headers, body: null });
  assert.equal(status, 200);
}
