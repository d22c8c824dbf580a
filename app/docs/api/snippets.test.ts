import assert from "node:assert/strict";
import { test } from "node:test";
import { openPayer } from "#test/payouts.ts";
import { lacks, runSample } from "#test/samples.ts";
import { startWeb } from "#test/web.ts";
import { GROUPS } from "./reference.ts";
import { ORIGIN, snippetsOf } from "./snippets.ts";

/** Enough for every payout that an example makes. */
const RICH = 100_000_000;

const OPERATIONS = GROUPS.flatMap(({ operations }) => operations);

test("no sample leaves anything to be filled in but the address and the key", () => {
  for (const operation of OPERATIONS) {
    for (const { language, code } of snippetsOf(operation)) {
      const open = code.replaceAll(ORIGIN, "").replaceAll("{env.", "");
      assert.doesNotMatch(open, /…|undefined|\/\{\w+\}/, `${operation.operationId}, ${language}`);
    }
  }
});

test("every sample for curl is a call that the service takes, and refuses for nothing but what is not there", {
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
      // Of what it names the example's merchant has it, and this one has not.
      const namesAnother = error?.code === "parameter_invalid" && /_01[a-z0-9]{24}/.test(code);
      if (!isFine && !namesAnother) refused.push(`${operation.operationId}: ${answer}`);
    }
    assert.deepEqual(refused, []);
  } finally {
    await web.stop();
  }
});
