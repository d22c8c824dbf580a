import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createAccount, DEMO } from "#lib/domain/accounts/index.ts";
import { hashPassword } from "#lib/domain/members/index.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { DashboardVisitor } from "#test/dashboard.ts";

after(() => assignEnv({ TRUSTED_PROXY: "" }));

const { email, password } = DEMO;

test("the published demo password works only on an installation that is not exposed", async () => {
  const { accountName: name, country, userName: ownerName } = DEMO;
  const hashed = { hash: await hashPassword(password) };
  await createAccount({ name, country, ownerName, email, password: hashed, isDemo: true });
  const visitor = new DashboardVisitor();
  const signIn = (typed: string) => visitor.post("/session", { email, password: typed });
  assert.deepEqual((await visitor.get("/sign-in")).body.demo, { email, password });
  assert.equal((await signIn(password)).status, 200);
  assignEnv({ TRUSTED_PROXY: "10.0.0.1" });
  assert.equal((await visitor.get("/sign-in")).body.demo, null);
  // Full-width letters hash like the plain ones.
  const wide = password.replace(/[a-z]/g, (at) =>
    String.fromCodePoint(at.codePointAt(0)! + 0xfee0),
  );
  for (const typed of [password, wide]) {
    const { status, body } = await signIn(typed);
    assert.deepEqual([status, body.error.code], [401, "sign_in_refused"], typed);
  }
});
