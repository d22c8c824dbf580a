import { test } from "node:test";
import { verify } from "../../webhooks.ts";
import { signatureHeaders } from "./forward.ts";

for (const [kind, encoding] of [
  ["a new", "base64"],
  ["an earlier", "base64url"],
] as const) {
  test(`what listen forwards verifies in both forms, with ${kind} secret`, async () => {
    const secret = `whsec_${Buffer.from("twenty-four bytes\xff\xfe of key", "latin1").toString(encoding)}`;
    const headers = signatureHeaders("evt_1", "{}", secret, Date.now());
    const { "service-signature": own, ...webhook } = headers;
    await verify("{}", { "service-signature": own }, { secret });
    await verify("{}", webhook, { secret });
  });
}
