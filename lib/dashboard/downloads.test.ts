import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { makeNextFile } from "#lib/domain/reports/index.ts";
import { env } from "#lib/kernel/env.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import { entryRow } from "#test/entry-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { readCsvObjects, takeCsv } from "#test/report-file.ts";

/** Fetches a file as a browser does from a link. */
async function fetchFile(visitor: DashboardVisitor, path: string) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = new URL(`/internal${path}`, env.publicUrl);
  const response = await dashboardApp.fetch(new Request(url, { headers: { cookie } }));
  return { response, text: await response.text() };
}

test("a file has every row that matches the screen's filters, and an audit entry names its downloader", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  for (const cardBrand of ["visa", "visa", "mastercard"]) {
    await paymentRow(merchant, { status: "failed", outcome: "declined", cardBrand });
  }
  const { response, text } = await fetchFile(
    visitor,
    "/test/reports/export?type=declines&scheme=visa",
  );
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-disposition")!, /^attachment; filename="declines_/);
  assert.equal(readCsvObjects(text).length, 2);
  assert.match(text, /T\d\d:\d\d:\d\dZ,/, "times are UTC");
  await takeCsv(merchant.keys.test.secret, "type=declines");
  const { body } = await visitor.get("/test/downloads");
  const [byKey, byPerson] = body.downloads;
  assert.equal(body.total, 2);
  assert.deepEqual(
    [byPerson.status, byPerson.rowCount, byPerson.filters, byPerson.byKey, byPerson.prepared],
    ["sent", 2, [{ name: "scheme", values: ["visa"] }], false, false],
  );
  assert.equal(byPerson.sha256, createHash("sha256").update(text).digest("hex"));
  assert.ok(byPerson.requestedBy.length > 0);
  assert.deepEqual([byKey.byKey, byKey.rowCount, byKey.expiresAt], [true, 3, null]);
});

test("a download is prepared in the background, fetched, and can be cancelled while it is prepared", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  await entryRow(merchant);
  const params = { type: "settlement", status: "unsettled", columns: "net,currency" };
  const made = await visitor.post("/test/downloads", params);
  assert.equal(made.status, 201);
  const path = `/test/downloads/${made.body.downloadId}`;
  const early = await visitor.get(`${path}/file`);
  assert.deepEqual([early.status, early.body.error.code], [409, "state_invalid"]);
  while (await makeNextFile(new AbortController().signal));
  const { response, text } = await fetchFile(visitor, `${path}/file`);
  assert.equal(text, "net,currency\n10.00,EUR\n", "in major units, as on the screens");
  assert.equal(response.headers.get("service-report-layout"), "decimal");
  const hash = createHash("sha256").update(text);
  assert.equal(response.headers.get("service-content-sha256"), hash.copy().digest("hex"));
  assert.equal(response.headers.get("repr-digest"), `sha-256=:${hash.digest("base64")}:`);
  assert.equal(response.headers.get("content-length"), String(text.length));
  assert.equal(response.headers.get("service-row-count"), "1");
  assert.equal((await visitor.post(`${path}/cancel`)).status, 409);
  const second = await visitor.post("/test/downloads", params);
  const canceled = await visitor.post(`/test/downloads/${second.body.downloadId}/cancel`);
  assert.deepEqual([canceled.status, canceled.body.status], [200, "canceled"]);
  const bad = await visitor.post("/test/downloads", { type: "settlement", columns: "secret" });
  assert.deepEqual([bad.status, bad.body.error.param], [400, "columns"]);
});

test("read-only members download no file; all members see who downloaded which; other accounts see none", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const stranger = await signedIn(other);
  const owner = await signedIn(merchant);
  const { downloadId } = (await owner.post("/test/downloads", { type: "declines" })).body;
  const allowed: Record<Role, number> = {
    owner: 200,
    admin: 200,
    developer: 200,
    finance: 200,
    support: 200,
    read_only: 403,
  };
  for (const [role, status] of Object.entries(allowed) as [Role, number][]) {
    const person = await createMerchant();
    const member = { accountId: merchant.account.id, userId: person.userId, role };
    await transact((tx) => addMemberIn(tx, member));
    const visitor = await signedIn(person);
    await visitor.post("/session/account", { account: merchant.account.id });
    const { response } = await fetchFile(visitor, "/test/reports/export?type=declines");
    assert.equal(response.status, status, role);
    assert.equal((await visitor.get("/test/downloads")).status, 200, role);
    const made = await visitor.post("/test/downloads", { type: "declines" });
    assert.equal(made.status, status === 200 ? 201 : 403, role);
  }
  assert.equal((await stranger.get(`/test/downloads/${downloadId}/file`)).status, 404);
  assert.equal((await stranger.post(`/test/downloads/${downloadId}/cancel`)).status, 404);
  assert.equal((await owner.get(`/live/downloads/${downloadId}/file`)).status, 404);
  assert.equal((await new DashboardVisitor().get("/test/downloads")).status, 401);
});
