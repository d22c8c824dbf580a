import assert from "node:assert/strict";
import { test } from "node:test";
import { signedIn } from "#test/dashboard.ts";
import { openRetryShop } from "#test/retries.ts";

test("home says what retries recovered of the soft declines, as the declines report does", async () => {
  const shop = await openRetryShop();
  const first = await shop.declined({ amount: 20_00 });
  await shop.declined({ amount: 50_00 });
  const visitor = await signedIn(shop);
  const home = async () => (await visitor.get("/test/home?currency=EUR")).body.recovered;
  assert.deepEqual(await home(), {
    softDeclines: 2,
    softAmount: "7000",
    recoveredAmount: "0",
  });
  await shop.issuersRecover();
  assert.equal((await shop.retry(first.id)).status, 201);
  const recovered = await home();
  assert.deepEqual(recovered, { softDeclines: 2, softAmount: "7000", recoveredAmount: "2000" });
  const { body } = await visitor.get("/test/reports/declines?currency=EUR&range=30d");
  const kinds: { value: string; now: Record<string, unknown> }[] = body.dimensions.decline_kind;
  const soft = kinds.find(({ value }) => value === "soft")!.now;
  assert.deepEqual(recovered, {
    softDeclines: soft.declined,
    softAmount: soft.declinedAmount,
    recoveredAmount: soft.recoveredAmount,
  });
});
