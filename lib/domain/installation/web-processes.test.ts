import assert from "node:assert/strict";
import { test } from "node:test";
import { watchWebProcesses } from "./index.ts";

test("web processes count each other until they end", async () => {
  const [one, two] = [watchWebProcesses(), watchWebProcesses()];
  assert.equal(await one.look(), 1);
  assert.equal(await two.look(), 2);
  assert.equal(await one.look(), 2);
  await two.close();
  while ((await one.look()) === 2);
  assert.equal(await one.look(), 1);
  await one.close();
});
