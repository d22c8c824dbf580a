import assert from "node:assert/strict";
import { test } from "node:test";
import {
  heldSince,
  holdInstallation,
  releaseInstallation,
} from "#lib/domain/installation/index.ts";
import { untilReleased } from "./start-checks.ts";

test("a worker waits while its copy of the installation is held, and begins when it is released", async () => {
  await untilReleased(() => false);
  await holdInstallation();
  assert.notEqual(await heldSince(), null);
  let released = false;
  const waiting = untilReleased(() => false).then(() => {
    released = true;
  });
  await heldSince();
  assert.equal(released, false);
  await releaseInstallation();
  await waiting;
  assert.equal(await heldSince(), null);
});

test("a worker that is to end does not wait for the release", async () => {
  await holdInstallation();
  try {
    await untilReleased(() => true);
  } finally {
    await releaseInstallation();
  }
});
