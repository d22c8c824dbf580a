// NUL and deep nesting are refused at every input.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

const NUL = String.fromCharCode(0);

test("NUL in a query is refused with the parameter's name, on every list and before sign-in", async () => {
  const visitor = await signedIn(await createMerchant());
  for (const path of [
    "payments?search=a%00",
    "customers?search=%00",
    "logs?key=%00",
    "search?q=%00",
  ]) {
    const { status, body } = await visitor.get(`/test/${path}`);
    assert.deepEqual([status, body.error.code], [400, "parameter_invalid"], path);
    assert.equal(body.error.param, /\?(\w+)=/.exec(path)![1], path);
  }
  const stranger = await new DashboardVisitor().get("/sign-in?%00=1");
  assert.deepEqual([stranger.status, stranger.body.error.code], [400, "parameter_invalid"]);
});

test("NUL and deep nesting in a body are refused, also before sign-in", async () => {
  const deep = `{"email":${"[".repeat(30_000)}${"]".repeat(30_000)},"password":"x"}`;
  const bodies = [deep, { email: `a${NUL}@b.example`, password: "x" }, { email: "a", [NUL]: 1 }];
  for (const body of bodies) {
    const answer = await new DashboardVisitor().post("/session", body);
    assert.deepEqual([answer.status, answer.body.error.code], [400, "parameter_invalid"]);
  }
});
