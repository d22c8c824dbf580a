import assert from "node:assert/strict";
import { test } from "node:test";
import { runPrepared } from "#db/client.ts";
import { listMemberships } from "#lib/domain/members/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { createMerchant, TEST_PASSWORD } from "#test/merchant.ts";
import { createAccount } from "./create-account.ts";
import { getAccount, updateAccount } from "./settings.ts";

const params = (changes: object = {}) => ({
  name: "Bakery",
  email: `${newId("usr")}@bakery.example`,
  password: TEST_PASSWORD,
  ...changes,
});
const refused = (param: string) => (error: unknown) =>
  error instanceof ApiError && error.code === "parameter_invalid" && error.param === param;

test("a new account is pinned to the newest version and has its country's time zone and currency", async () => {
  const { account, owner } = await createAccount(params({ country: "pl" }));
  assert.equal(account.country, "PL");
  assert.equal(account.timezone, "Europe/Warsaw");
  assert.equal(account.defaultCurrency, "PLN");
  assert.equal(account.testVersion, NEWEST_VERSION);
  assert.equal(account.liveVersion, NEWEST_VERSION);
  const [membership] = await listMemberships(owner.id);
  assert.equal(membership?.role, "owner");
  assert.equal(membership?.accountId, account.id);
});

test("an e-mail address in any case can be used once, also by concurrent calls", async () => {
  const email = `${newId("usr")}@bakery.example`;
  const outcomes = await Promise.allSettled(
    [email, email.toUpperCase(), ` ${email} `].map((e) => createAccount(params({ email: e }))),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  await assert.rejects(createAccount(params({ email })), refused("email"));
});

test("a refused account leaves no rows", async () => {
  const { email } = await createMerchant();
  const name = `Ghost ${newId("acct")}`;
  await assert.rejects(createAccount(params({ name, email })), refused("email"));
  const rows = await runPrepared("test.by_name", "select 1 from accounts where name = $1", [name]);
  assert.equal(rows.length, 0);
});

test("errors name the field of a weak password, an unserved country or a malformed value", async () => {
  await assert.rejects(createAccount(params({ password: "short" })), refused("password"));
  await assert.rejects(
    createAccount(params({ password: "aaaaaaaaaaaaaaaa" })),
    refused("password"),
  );
  await assert.rejects(createAccount(params({ country: "US" })), refused("country"));
  await assert.rejects(createAccount(params({ country: "toString" })), refused("country"));
  await assert.rejects(createAccount(params({ email: "nobody" })), refused("email"));
  await assert.rejects(createAccount(params({ name: " " })), refused("name"));
});

test("settings change the given fields, keep the others and refuse invalid values", async () => {
  const {
    ctx: { test: ctx },
  } = await createMerchant({ name: "Before" });
  await updateAccount(ctx, { name: " After ", timezone: "Pacific/Auckland" });
  await updateAccount(ctx, { defaultCurrency: "nzd" });
  const found = await getAccount(ctx);
  assert.equal(found.name, "After");
  assert.equal(found.timezone, "Pacific/Auckland");
  assert.equal(found.defaultCurrency, "NZD");
  await assert.rejects(updateAccount(ctx, { timezone: "Mars/Base" }), refused("timezone"));
  await assert.rejects(updateAccount(ctx, { timezone: "BST" }), refused("timezone"));
  await assert.rejects(updateAccount(ctx, { defaultCurrency: "ZZZ" }), refused("default_currency"));
});
