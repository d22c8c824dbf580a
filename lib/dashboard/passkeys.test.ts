import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { codeOf, stepAt } from "#lib/domain/members/index.ts";
import { MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { Authenticator, type Behaviour } from "#test/authenticator.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

async function add(visitor: DashboardVisitor, device: Authenticator, behaviour?: Behaviour) {
  const { body: options } = await visitor.post("/security/passkeys/options");
  return await visitor.post("/security/passkeys", {
    name: "Laptop",
    response: device.make(options, behaviour),
  });
}

async function enter(visitor: DashboardVisitor, device: Authenticator, behaviour?: Behaviour) {
  const { body: options } = await visitor.post("/session/passkey/options");
  return await visitor.post("/session/passkey", device.sign(options, behaviour));
}

async function owner() {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const device = new Authenticator();
  assert.equal((await add(visitor, device)).status, 201);
  return { merchant, visitor, device };
}

const personAt = async (visitor: DashboardVisitor) =>
  (await visitor.get("/session")).body.person?.email;

async function lastAction(visitor: DashboardVisitor): Promise<string> {
  return (await visitor.get("/audit?about=sign_in")).body.entries[0].action;
}

test("a passkey signs its person in repeatedly, without password and code", async () => {
  const { merchant, visitor, device } = await owner();
  assert.equal(await lastAction(visitor), "sign_in.passkey_added");
  const { secret } = (await visitor.post("/security/second-factor")).body;
  const code = codeOf(secret, stepAt(nowMs()));
  await visitor.post("/security/second-factor/enable", { code });
  for (let n = 0; n < 3; n++) {
    const elsewhere = new DashboardVisitor();
    const { status, body } = await enter(elsewhere, device);
    assert.deepEqual([status, body], [200, { signedIn: true, awaitsSecondFactor: false }]);
    assert.equal(await personAt(elsewhere), merchant.email);
    assert.equal((await elsewhere.get("/test/payments")).status, 200);
  }
  const { passkeys } = (await visitor.get("/security")).body;
  assert.equal(passkeys.length, 1);
  assert.equal(passkeys[0].name, "Laptop");
  assert.ok(passkeys[0].usedAt);
  const [entry] = (await visitor.get("/audit?about=sign_in")).body.entries;
  assert.equal(entry.changes[0].after, 'passkey "Laptop"');
});

test("a removed passkey is refused; the password still works", async () => {
  const { merchant, visitor, device } = await owner();
  const [passkey] = (await visitor.get("/security")).body.passkeys;
  assert.equal((await visitor.post(`/security/passkeys/${passkey.id}/remove`)).status, 200);
  assert.equal(await lastAction(visitor), "sign_in.passkey_removed");
  assert.equal((await enter(new DashboardVisitor(), device)).status, 401);
  assert.equal(await personAt(await signedIn(merchant)), merchant.email);
  assert.equal((await add(visitor, device)).status, 201, "it can be added again");
});

test("malformed and unknown passkeys get the same refusal", async () => {
  const { visitor, device } = await owner();
  const unknown = await enter(new DashboardVisitor(), new Authenticator());
  assert.deepEqual([unknown.status, unknown.body.error.code], [401, "sign_in_refused"]);
  for (const behaviour of [
    { origin: "https://evil.example" },
    { host: "evil.example" },
    { verifiesPerson: false },
  ]) {
    const refused = await enter(new DashboardVisitor(), device, behaviour);
    const what = JSON.stringify(behaviour);
    assert.equal(refused.status, 401, what);
    assert.equal(refused.body.error.message, unknown.body.error.message, what);
  }
  assert.equal(await lastAction(visitor), "sign_in.passkey_refused");
  const { body: options } = await new DashboardVisitor().post("/session/passkey/options");
  const forged = { ...new Authenticator().sign(options), id: "", rawId: "" };
  const id = device.id.toString("base64url");
  const stolen = { ...forged, id, rawId: id };
  assert.equal((await new DashboardVisitor().post("/session/passkey", stolen)).status, 401);
  assert.equal((await enter(new DashboardVisitor(), device)).status, 200);
});

test("a signature is valid once, also in concurrent requests, and a challenge for five minutes", async () => {
  const { device } = await owner();
  const { body: options } = await new DashboardVisitor().post("/session/passkey/options");
  const signed = device.sign(options);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => new DashboardVisitor().post("/session/passkey", signed)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
  const { body: late } = await new DashboardVisitor().post("/session/passkey/options");
  const lateMs = nowMs() + 5 * MINUTE_MS;
  mock.timers.enable({ apis: ["Date"], now: lateMs });
  try {
    const refused = await new DashboardVisitor().post("/session/passkey", device.sign(late));
    assert.equal(refused.status, 401);
  } finally {
    mock.timers.reset();
  }
  const invented = { challenge: Buffer.alloc(56, 7).toString("base64url") };
  const made = await new DashboardVisitor().post("/session/passkey", device.sign(invented));
  assert.equal(made.status, 401, "not of ours");
});

test("a challenge is valid for one purpose and person only", async () => {
  const { visitor, device } = await owner();
  const { body: toEnter } = await visitor.post("/session/passkey/options");
  const added = await visitor.post("/security/passkeys", {
    name: "x",
    response: new Authenticator().make(toEnter),
  });
  assert.deepEqual([added.status, added.body.error.param], [400, "response"]);
  const { body: toAdd } = await visitor.post("/security/passkeys/options");
  const entered = await new DashboardVisitor().post("/session/passkey", device.sign(toAdd));
  assert.equal(entered.status, 401);
  const other = await signedIn(await createMerchant());
  const response = new Authenticator().make(toAdd);
  assert.equal((await other.post("/security/passkeys", { name: "x", response })).status, 400);
  assert.equal((await visitor.post("/security/passkeys", { name: "x", response })).status, 201);
  assert.equal((await visitor.post("/security/passkeys", { name: "x", response })).status, 400);
});

test("a copied passkey with an older counter is refused", async () => {
  const { device } = await owner();
  assert.equal((await enter(new DashboardVisitor(), device, { count: 10 })).status, 200);
  for (const count of [10, 9, 0]) {
    assert.equal((await enter(new DashboardVisitor(), device, { count })).status, 401, `${count}`);
  }
  assert.equal((await enter(new DashboardVisitor(), device, { count: 11 })).status, 200);
});

test("a passkey without a counter signs in repeatedly", async () => {
  const { device } = await owner();
  for (let n = 0; n < 3; n++) {
    assert.equal((await enter(new DashboardVisitor(), device, { count: 0 })).status, 200);
  }
});

test("passkeys of other people are neither added nor removed, and the name is validated", async () => {
  const [mine, theirs] = [await owner(), await owner()];
  const taken = await add(mine.visitor, theirs.device);
  assert.deepEqual([taken.status, taken.body.error.param], [400, "response"]);
  const [passkey] = (await theirs.visitor.get("/security")).body.passkeys;
  const removed = await mine.visitor.post(`/security/passkeys/${passkey.id}/remove`);
  assert.equal(removed.status, 404);
  const { body: options } = await mine.visitor.post("/security/passkeys/options");
  for (const name of ["", "  ", "x".repeat(61)]) {
    const response = new Authenticator().make(options);
    const refused = await mine.visitor.post("/security/passkeys", { name, response });
    assert.deepEqual([refused.status, refused.body.error.param], [400, "name"]);
  }
  for (const response of [
    {},
    { id: "x", response: {} },
    { id: "x", response: { clientDataJSON: 1 } },
    "x",
  ]) {
    const refused = await mine.visitor.post("/security/passkeys", { name: "x", response });
    assert.equal(refused.status, 400, JSON.stringify(response));
    assert.ok([400, 401].includes((await mine.visitor.post("/session/passkey", response)).status));
  }
});

test("a new passkey is announced by e-mail, and a person has at most twenty", async () => {
  const { visitor } = await owner();
  const subjects = (await visitor.get("/notifications")).body.notifications.map(
    ({ subject }: { subject: string }) => subject,
  );
  assert.deepEqual(subjects, ["A passkey was added to your sign-in"]);
  for (let n = 1; n < 20; n++) assert.equal((await add(visitor, new Authenticator())).status, 201);
  const { status, body } = await visitor.post("/security/passkeys/options");
  assert.deepEqual([status, body.error.code], [409, "state_invalid"]);
});

test("unknown passkeys are counted by address, wrong signatures by person and address", async () => {
  const { device } = await owner();
  const stranger = new DashboardVisitor();
  const statuses: number[] = [];
  for (let n = 0; n < 32; n++) statuses.push((await enter(stranger, new Authenticator())).status);
  assert.deepEqual(statuses.slice(28), [401, 401, 429, 429]);
  const answers: number[] = [];
  const other = new DashboardVisitor();
  for (let n = 0; n < 12; n++) {
    answers.push((await enter(other, device, { verifiesPerson: false })).status);
  }
  assert.deepEqual(answers.slice(8), [401, 401, 429, 429]);
  assert.equal((await enter(new DashboardVisitor(), device)).status, 200, "from elsewhere");
});
