import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant } from "#test/merchant.ts";
import { FLOW_LANGUAGES, type Language, lacks, runSamples } from "#test/samples.ts";
import { startWeb } from "#test/web.ts";
import { firstPaymentSnippets } from "../(dashboard)/[mode]/payments/first-payment-snippets.ts";
import { ORIGIN } from "./api/snippets.ts";
import * as guideFlows from "./flows/guide-flows.ts";
import { samplesOf } from "./flows/samples.ts";
import * as webhookFlows from "./flows/webhook-flows.ts";
import { REDIRECT, RETRY } from "./guide-snippets.ts";

const flows = { ...guideFlows, ...webhookFlows };

/** Output of each flow, in every language: JSON of the last answer with curl, the chosen values otherwise. */
const PRINTS: Record<keyof typeof flows, RegExp> = {
  SUBSCRIBE: /sub_\w+[\s\S]*active/,
  CHANGE_PLAN: /sub_\w+[\s\S]*3/,
  DUNNING: /past_due[\s\S]*sub_\w+[\s\S]*active/,
  CANCEL: /sub_\w+[\s\S]*active/,
  REFUND: /re_\w+[\s\S]*(submitted|settled|pending)/,
  FAILED_REFUND: /re_\w+[\s\S]*failed/,
  DISPUTE: /dp_\w+[\s\S]*under_review/,
  CHALLENGE: /pay_\w+[\s\S]*requires_action[\s\S]*http/,
  EXEMPTION: /pay_\w+[\s\S]*(succeeded|requires_action)/,
  FIND_FAILED: /list/,
  REPLAY_DRY_RUN: /rpl_\w+[\s\S]*previewed/,
  TEST_EVENT: /evt_\w+[\s\S]*payment\.failed/,
  ROTATE: /we_\w+[\s\S]*whsec_/,
  ENABLE_AGAIN: /we_\w+[\s\S]*enabled/,
  MATCH_CREDIT: /charge[\s\S]*pay_\w+/,
};

test("every flow of the guides has samples that leave only the URL and the key to fill in", () => {
  for (const [name, flow] of Object.entries(flows)) {
    for (const { language, code } of samplesOf(flow)) {
      assert.doesNotMatch(code, /undefined,|…|\[object/, `${name}, ${language}`);
    }
  }
});

for (const language of FLOW_LANGUAGES) {
  test(`${language}: every flow of the guides does what the guide says`, {
    skip: lacks(language),
  }, async () => {
    const web = await startWeb();
    try {
      const { keys } = await createMerchant();
      // A reader runs all of them with one account: an `Idempotency-Key` of one sample must not be that of another.
      const others = [
        firstPaymentSnippets({ mode: "test", origin: ORIGIN, currency: "EUR" }),
        RETRY,
        REDIRECT,
      ];
      const programs = [...Object.values(flows).map(samplesOf), ...others].flatMap((samples) => {
        const found = samples.find((one) => one.language === language);
        return found ? [found.code.replaceAll(ORIGIN, `http://127.0.0.1:${web.port}`)] : [];
      });
      const printed = await runSamples(language as Language, programs, {
        PAYDESK_SECRET_KEY: keys.test.secret,
        OUTAGE_BEGAN: new Date(Date.now() - 86_400_000).toISOString(),
      });
      const names = Object.keys(flows) as (keyof typeof flows)[];
      for (const [index, name] of names.entries())
        assert.match(printed[index] ?? "", PRINTS[name], name);
      for (const answer of printed) assert.doesNotMatch(answer, /"idempotency_conflict"/);
    } finally {
      await web.stop();
    }
  });
}
