import assert from "node:assert/strict";
import { test } from "node:test";
import { openPayer } from "#test/payouts.ts";
import { lacks, runSample } from "#test/samples.ts";
import { startWeb } from "#test/web.ts";
import { GROUPS } from "./reference.ts";
import { ORIGIN, snippetsOf } from "./snippets.ts";

/** Payout balance in minor units, enough for every payout in the examples. */
const RICH = 100_000_000;

const OPERATIONS = GROUPS.flatMap(({ operations }) => operations);

test("a sample leaves only the URL and the key to fill in", () => {
  for (const operation of OPERATIONS) {
    for (const { language, code } of snippetsOf(operation)) {
      const open = code.replaceAll(ORIGIN, "").replaceAll("{env.", "");
      assert.doesNotMatch(open, /…|undefined|\/\{\w+\}/, `${operation.operationId}, ${language}`);
    }
  }
});

test("the service accepts every curl sample, or refuses it only because an object of the example is missing", {
  skip: lacks("curl"),
}, async () => {
  const web = await startWeb();
  try {
    const { keys } = await openPayer(RICH);
    const variables = {
      PAYDESK_SECRET_KEY: keys.test.secret,
      PAYDESK_PUBLISHABLE_KEY: keys.test.publishable,
    };
    const refused: string[] = [];
    for (const operation of OPERATIONS) {
      const { code } = snippetsOf(operation).find(({ language }) => language === "curl")!;
      const call = `${code.replaceAll(ORIGIN, `http://127.0.0.1:${web.port}`)} -s`;
      const answer = await runSample("curl", call, variables);
      const { error } = answer.startsWith("{") ? JSON.parse(answer) : { error: undefined };
      const isFine = !error || ["resource_missing", "state_invalid"].includes(error.code);
      // The sample names an object of the example's merchant, which this merchant does not have.
      const namesAnother = error?.code === "parameter_invalid" && /_01[a-z0-9]{24}/.test(code);
      if (!isFine && !namesAnother) refused.push(`${operation.operationId}: ${answer}`);
    }
    assert.deepEqual(refused, []);
  } finally {
    await web.stop();
  }
});
