// The package's client on a page of another origin, with a publishable key only.

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { env } from "#lib/kernel/env.ts";
import { newAccount, type TestAccount } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expect, type Page, test } from "./support/test.ts";

const SOURCES = "packages/paydesk/src";

/** The merchant's page, which is empty, and the package's modules without their types. Returns the origin. */
async function openShop(): Promise<{ origin: string; close(): void }> {
  const server = createServer(({ url = "/" }, response) => {
    const path = join(SOURCES, url);
    const isModule = path.endsWith(".ts") && existsSync(path);
    response.setHeader("Content-Type", isModule ? "text/javascript" : "text/html");
    response.end(
      isModule ? stripTypeScriptTypes(readFileSync(path, "utf8")) : "<title>Shop</title>",
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

type Tried = { id?: string; last4?: string; message?: string; status?: number };

/** Creates a payment method in the page, and returns what its script can see. */
function tokenise(page: Page, key: string, number: string): Promise<Tried> {
  return page.evaluate(
    async ({ key, number, baseUrl, address }) => {
      const { Paydesk } = await import(address);
      const paydesk = new Paydesk(key, { baseUrl });
      const card = { number, exp_month: 12, exp_year: 2041, cvc: "123" };
      try {
        const made = await paydesk.paymentMethods.create({ type: "card", card });
        return { id: made.id, last4: made.card.last4 };
      } catch (error) {
        const { message, status } = error as { message: string; status?: number };
        return { message, status };
      }
    },
    { key, number, baseUrl: env.publicUrl, address: `${new URL(page.url()).origin}/index.ts` },
  );
}

async function chargeWith(page: Page, merchant: TestAccount, method: string) {
  const response = await pay(page, merchant, { amount: 1_999, payment_method: method });
  return { status: response.status(), body: await response.json() };
}

test("the package makes a payment method on a page of another origin, and the server charges it", async ({
  page,
}) => {
  const merchant = await newAccount();
  const shop = await openShop();
  await page.goto(shop.origin);
  const key = merchant.test.publishable_key;
  const made = await tokenise(page, key, "4242424242424242");
  expect(made).toEqual({ id: expect.stringMatching(/^pm_/), last4: "4242" });
  const { status, body } = await chargeWith(page, merchant, made.id ?? "");
  expect([status, body.status]).toEqual([201, "succeeded"]);

  expect(await tokenise(page, key, "4242424242424241")).toMatchObject({ status: 400 });
  expect(await tokenise(page, "pk_test_unknown", "4242424242424242")).toMatchObject({
    status: 401,
  });
  shop.close();
});
