import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsFrom } from "#lib/kernel/env.ts";
import { refuseToBind } from "./listener.ts";

test("without TLS only loopback addresses are allowed, unless a proxy is declared", () => {
  const refusal = (environment: Record<string, string>) => refuseToBind(settingsFrom(environment));
  assert.equal(refusal({}), null);
  assert.equal(refusal({ HOST: "::1" }), null);
  assert.equal(refusal({ HOST: "localhost" }), null);
  assert.match(refusal({ HOST: "0.0.0.0" }) ?? "", /HOST is 0\.0\.0\.0/);
  assert.match(refusal({ HOST: "pay.example" }) ?? "", /TLS_CERT/);
  assert.match(refusal({ PUBLIC_URL: "https://pay.example" }) ?? "", /PUBLIC_URL is https/);
  assert.equal(refusal({ PUBLIC_URL: "http://localhost:8080" }), null);
  assert.equal(refusal({ HOST: "0.0.0.0", TRUSTED_PROXY: "10.0.0.1" }), null);
  assert.equal(refusal({ HOST: "0.0.0.0", TLS_CERT: "a", TLS_KEY: "b" }), null);
});
