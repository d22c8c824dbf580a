import assert from "node:assert/strict";
import { test } from "node:test";
import { verify } from "../../webhooks.ts";
import { signatureHeaders } from "./forward.ts";

test("what listen forwards verifies in both forms, where the secret allows both", async () => {
  const standard = `whsec_${Buffer.from("twenty-four bytes of key").toString("base64")}`;
  const { "service-signature": own, ...webhook } = signatureHeaders(
    "evt_1",
    "{}",
    standard,
    Date.now(),
  );
  await verify("{}", { "service-signature": own }, { secret: standard });
  await verify("{}", webhook, { secret: standard });
  assert.deepEqual(Object.keys(signatureHeaders("evt_1", "{}", "whsec_short", 0)), [
    "service-signature",
  ]);
});
