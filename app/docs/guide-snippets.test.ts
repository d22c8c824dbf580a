import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import type { Snippet } from "#components/ui/code-block.tsx";
import { api } from "#lib/testing/api.ts";
import { createMerchant } from "#lib/testing/merchant.ts";
import { startWeb } from "#lib/testing/web.ts";
import { firstPaymentSnippets } from "../(dashboard)/[mode]/payments/first-payment-snippets.ts";
import { endpointSnippets } from "../(dashboard)/[mode]/quick-start/endpoint-snippets.ts";
import { ORIGIN } from "./api/snippets.ts";
import { AVAILABLE, REDIRECT, RETRY, VERSION_HEADER } from "./guide-snippets.ts";

const run = promisify(execFile);

/** Runs what the guides show in Node, as somebody who copied it would, and answers what it prints. */
async function runs(
  snippets: readonly Snippet[],
  { port, env }: { port: number; env: Record<string, string> },
): Promise<string> {
  const { code } = snippets.find(({ language }) => language === "Node")!;
  const dir = mkdtempSync(join(tmpdir(), "paydesk-guide-"));
  try {
    const file = join(dir, "sample.mjs");
    writeFileSync(file, code.replaceAll(ORIGIN, `http://127.0.0.1:${port}`));
    const { stdout } = await run(process.execPath, [file], {
      env: { NODE_ENV: "test", PATH: "", ...env },
    });
    return stdout;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("the guides' samples do what they say, word for word", async () => {
  const web = await startWeb();
  try {
    const { keys } = await createMerchant();
    const { secret, publishable } = keys.test;
    const env = { PAYDESK_SECRET_KEY: secret, PAYDESK_PUBLISHABLE_KEY: publishable };
    const as = { port: web.port, env };
    const first = await runs(RETRY, as);
    assert.match(first, /^pay_\w+ succeeded\n$/);
    assert.equal(await runs(RETRY, as), first, "the same order is charged once");
    assert.equal(await runs(VERSION_HEADER, as), "2025-10-01\n");
    assert.match(await runs(AVAILABLE, as), /ideal/);
    assert.match(await runs(REDIRECT, as), /^requires_action https?:/);
  } finally {
    await web.stop();
  }
});

test("the quick start's samples charge and register with the account's key in place", async () => {
  const web = await startWeb();
  try {
    const { keys } = await createMerchant();
    const wishes = {
      mode: "test",
      origin: `http://127.0.0.1:${web.port}`,
      currency: "EUR",
      keyHint: keys.test.secret,
    } as const;
    const as = { port: web.port, env: {} };
    assert.match(await runs(firstPaymentSnippets(wishes), as), /status: 'succeeded'/);
    assert.match(await runs(endpointSnippets(wishes), as), /PAYDESK_WEBHOOK_SECRET=whsec_/);
    const endpoints = await api().call(keys.test.secret, "GET", "/v1/webhook_endpoints");
    assert.equal(endpoints.body.data.length, 1);
  } finally {
    await web.stop();
  }
});
