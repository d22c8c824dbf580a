import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { moveToCluster } from "./move.ts";

const parent = mkdtempSync(join(tmpdir(), "paydesk-move-"));
after(() => rmSync(parent, { recursive: true }));

/** No server listens there. */
const NOWHERE = "postgres://paydesk_owner@127.0.0.1:1/paydesk";
const move = (folder: string) =>
  moveToCluster({
    ...{ from: NOWHERE, to: { ownerUrl: NOWHERE, serviceUrl: NOWHERE }, folder, jobs: 1 },
    say: () => {},
  });

test("a move has a folder for its dump before it closes the old database", async () => {
  const folder = join(parent, "not made", "yet");
  await assert.rejects(move(folder), { code: "ECONNREFUSED" });
  assert.ok(existsSync(folder));
  mkdirSync(join(folder, "dump"));
  await assert.rejects(move(folder), /dump is there already/);
});
