import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { hostedApp } from "#lib/hosted/app.ts";
import { closedMonth, writeMonth } from "#test/closed-month.ts";
import { openTill } from "#test/money.ts";
import { runSample } from "#test/samples.ts";
import { sealPast } from "#test/seal-past.ts";
import { ORIGIN } from "./api/snippets.ts";
import { VERIFY_PROOF } from "./guide-snippets.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-guide-"));
const server = createServer(async ({ url = "" }, response) => {
  response.end(await (await hostedApp.request(url)).text());
});
after(async () => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
  await closeDb();
});

test("the guide's sample verifies a closed month from its files and public keys, and notices a changed file", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  await sealPast();
  const detail = await closedMonth(till);
  await writeMonth(till, detail, folder);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const code = VERIFY_PROOF[0]!.code
    .replaceAll(ORIGIN, origin)
    .replace("\n\n", `\nprocess.chdir(${JSON.stringify(folder)});\n`);
  assert.match(await runSample("Node", code), /^fits, block=1 head=[0-9a-f]{64}\n$/);
  appendFileSync(join(folder, detail.files[0]!.name), " ");
  assert.equal(await runSample("Node", code), "DOES NOT FIT\n");
});
