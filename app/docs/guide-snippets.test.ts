import assert from "node:assert/strict";
import { test } from "node:test";
import type { Snippet } from "#components/ui/code-frame.tsx";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { LANGUAGES, type Language, lacks, runSample } from "#test/samples.ts";
import { startWeb } from "#test/web.ts";
import { firstPaymentSnippets } from "../(dashboard)/[mode]/payments/first-payment-snippets.ts";
import { endpointSnippets } from "../(dashboard)/[mode]/quick-start/endpoint-snippets.ts";
import { ORIGIN } from "./api/snippets.ts";
import {
  AVAILABLE,
  BOOK_MONTH,
  CLOSE_MONTH,
  NIGHTLY,
  REDIRECT,
  RETRY,
  VERSION_HEADER,
} from "./guide-snippets.ts";

/** Runs the sample in a language as copied from the page. Null if there is none in that language. */
function runs(
  snippets: readonly Snippet[],
  { language, port, env }: { language: Language; port: number; env: Record<string, string> },
): Promise<string> | null {
  const found = snippets.find((snippet) => snippet.language === language);
  if (!found) return null;
  return runSample(language, found.code.replaceAll(ORIGIN, `http://127.0.0.1:${port}`), env);
}

/** The payment that a sample prints: JSON in the language's format, or id and status. */
const PAYMENT = /"?id"?.*pay_\w+[\s\S]*succeeded|^pay_\w+ succeeded\n$/;

for (const language of LANGUAGES) {
  const skip = lacks(language);
  test(`${language}: the guides' samples run unchanged and do what the guides say`, {
    skip,
  }, async () => {
    const web = await startWeb();
    try {
      const { keys } = await createMerchant();
      const { secret, publishable } = keys.test;
      const env = { PAYDESK_SECRET_KEY: secret, PAYDESK_PUBLISHABLE_KEY: publishable };
      const as = { language, port: web.port, env };
      const first = await runs(RETRY, as);
      if (first !== null) {
        assert.match(first, PAYMENT);
        assert.equal(await runs(RETRY, as), first, "the same order is charged once");
      }
      const version = await runs(VERSION_HEADER, as);
      if (version !== null) assert.match(version, /^2025-10-01\n$|"data":/);
      const available = await runs(AVAILABLE, as);
      if (available !== null) assert.match(available, /ideal/);
      const redirect = await runs(REDIRECT, as);
      if (redirect !== null) assert.match(redirect, /requires_action[\s\S]*https?:/);
      const nightly = await runs(NIGHTLY, as);
      const month = await runs(CLOSE_MONTH, as);
      if (month !== null) assert.match(month, /^april\.csv: OK\n$/);
      const journal = await runs(BOOK_MONTH, as);
      if (journal !== null) assert.match(journal, /^\*Narration,\*Date,/);
      if (nightly !== null) assert.match(nightly, /^emitted 0, delivered 0, held 0\n$|"complete":/);
    } finally {
      await web.stop();
    }
  });

  test(`${language}: the quick start's samples create a payment and an endpoint with the account's key`, {
    skip,
  }, async () => {
    const web = await startWeb();
    try {
      const { keys } = await createMerchant();
      const params = {
        mode: "test",
        origin: `http://127.0.0.1:${web.port}`,
        currency: "EUR",
      } as const;
      const as = { language, port: web.port, env: { PAYDESK_SECRET_KEY: keys.test.secret } };
      assert.match((await runs(firstPaymentSnippets(params), as)) ?? "", /succeeded/);
      assert.match((await runs(endpointSnippets(params), as)) ?? "", /whsec_/);
      const endpoints = await api().call(keys.test.secret, "GET", "/v1/webhook_endpoints");
      assert.equal(endpoints.body.data.length, 1);
    } finally {
      await web.stop();
    }
  });
}
