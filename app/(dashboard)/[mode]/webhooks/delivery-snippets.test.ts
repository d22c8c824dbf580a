import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { signatureHeader } from "#lib/domain/webhooks/dispatch/signature.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { deliverySnippets, signedAt, signedString } from "./delivery-snippets.ts";

const SECRET = "whsec_of_the_sample_tests";
/** Quotes, a backslash, a dollar, control characters, other scripts, line separators. */
const BODY = JSON.stringify({
  id: "evt_1",
  data: { text: `it's "5 $ \\n" {$x} \\' – Zoë 漢字 \u{1f980}\u2028 %s`, tab: "\t\n\u0001" },
});

const RUNS = [
  { language: "Node", file: "check.mjs", command: process.execPath },
  { language: "Python", file: "check.py", command: "python3" },
  { language: "PHP", file: "check.php", command: "php" },
];

const installed = ({ command }: (typeof RUNS)[number]) =>
  spawnSync(command, ["--version"]).status === 0;

function answers(code: string, run: (typeof RUNS)[number], secret: string): string[] {
  const dir = mkdtempSync(join(tmpdir(), "paydesk-sample-"));
  try {
    writeFileSync(join(dir, run.file), code);
    const { stdout, stderr } = spawnSync(run.command, [join(dir, run.file)], {
      env: childEnv({ PAYDESK_WEBHOOK_SECRET: secret }),
      encoding: "utf8",
    });
    assert.equal(stderr, "");
    return stdout.trim().toLowerCase().split("\n");
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const FOUND = [
  "as it was sent true",
  "301 s too late false",
  "301 s too early false",
  "one byte more false",
];

for (const run of RUNS) {
  test(`the ${run.language} sample accepts a delivery and rejects it late, early and changed`, {
    skip: !installed(run) && `${run.command} is not installed`,
  }, () => {
    // During a rotation two secrets sign.
    for (const secrets of [[SECRET], ["whsec_newer", SECRET]]) {
      const signature = signatureHeader(BODY, secrets, nowMs());
      const sent = { endpointId: "we_1", number: 2, signedWith: ["ests"], signature, body: BODY };
      const { code } = deliverySnippets(sent).find(({ language }) => language === run.language)!;
      assert.deepEqual(answers(code, run, SECRET), FOUND);
      assert.equal(answers(code, run, "whsec_other")[0], "as it was sent false");
      assert.ok(!code.includes(SECRET));
    }
  });
}

test("the signed string is the time, a dot and the body", () => {
  const signature = signatureHeader(BODY, [SECRET], 1_776_000_667_000);
  assert.equal(signedAt(signature), "1776000667");
  assert.equal(signedString({ signature, body: BODY }), `1776000667.${BODY}`);
  const unsigned = { endpointId: "we_1", number: 1, signedWith: null, signature: "", body: BODY };
  assert.deepEqual(deliverySnippets(unsigned), []);
});
