import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { makeJudge } from "./judge.ts";
import { openFront, overHttp } from "./raw-http.ts";
import { describeFinding, describeReport } from "./report.ts";
import { runFuzz } from "./run-fuzz.ts";
import { runRaw } from "./run-raw.ts";

const seed = randomInt(2 ** 31);

test("the API answers random requests as documented, and a refused request changes nothing", async (t) => {
  t.diagnostic(`seed ${seed}: npm run -s fuzz -- --seed ${seed}`);
  const report = await runFuzz({ seed, requests: 2_500, maxFindings: 5, limitMs: 9_000 });
  assert.equal(report.findings.length, 0, report.findings.map(describeFinding).join("\n\n"));
  const answers = describeReport(report);
  // A slow machine sends fewer requests and does not reach everything.
  if (report.requests < 1_500) return;
  for (const reached of [/ 201$/m, / 402 card_declined/, / 404 /, / 409 state_invalid/]) {
    assert.match(answers, reached);
  }
});

test("the API answers random requests as documented through a socket and Node's parser, as a foreign validator judges", async () => {
  const front = await openFront();
  try {
    const send = overHttp(front.port);
    const judge = makeJudge();
    const params = { seed, requests: 500, maxFindings: 5, limitMs: 4_000, send, judge };
    const report = await runFuzz(params);
    assert.equal(report.findings.length, 0, report.findings.map(describeFinding).join("\n\n"));
  } finally {
    front.close();
  }
});

test("malformed HTTP is refused with the API's error shape and charges nothing", async () => {
  const { findings, statuses } = await runRaw({ seed, cases: 300, limitMs: 3_000 });
  assert.deepEqual(findings, []);
  assert.ok(statuses.size > 1);
});
