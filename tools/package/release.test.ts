import assert from "node:assert/strict";
import { test } from "node:test";
import { differenceOf, type Level, levelBetween, refusalOf } from "./release.ts";
import type { Surface } from "./surface.ts";
import { changedVersions } from "./tarballs.ts";

const BEFORE: Surface = {
  content: "1",
  declarations: { "dist/index.d.ts": "1" },
  help: { "paydesk listen": "1" },
  names: ["Paydesk", "paydesk listen --load"],
};
const levelOf = (change: Partial<Surface>) =>
  differenceOf(BEFORE, { ...BEFORE, content: "2", ...change })?.level ?? null;

test("a missing name needs a major version, a new declaration or help a minor one, and other bytes a patch", () => {
  assert.equal(differenceOf(BEFORE, BEFORE), null);
  assert.equal(levelOf({}), "patch");
  assert.equal(levelOf({ declarations: { "dist/index.d.ts": "2" } }), "minor");
  assert.equal(levelOf({ declarations: {} }), "minor");
  assert.equal(levelOf({ help: { ...BEFORE.help, "paydesk logs": "1" } }), "minor");
  assert.equal(levelOf({ names: [...BEFORE.names, "verify"] }), "minor");
  assert.equal(levelOf({ names: ["Paydesk"], help: { "paydesk listen": "2" } }), "major");
});

test("a version rises by the next number of one part", () => {
  assert.deepEqual(
    ["1.2.4", "1.3.0", "2.0.0", "1.2.3", "1.2.5", "1.3.1", "1.4.0", "3.0.0", "0.9.0"].map((next) =>
      levelBetween("1.2.3", next),
    ),
    ["patch", "minor", "major", null, null, null, null, null, null],
  );
});

test("a version is refused if nothing differs, it rises too little, or the changelog does not begin with it", () => {
  const refused = (level: Level | null, version: string, described: string) => {
    const difference = level && { level, what: ["dist/index.d.ts changed"] };
    return refusalOf({ ...BEFORE, version: "1.4.2" }, difference, version, described) ?? "";
  };
  assert.match(refused(null, "1.4.3", "1.4.3"), /Nothing differs from 1.4.2/);
  assert.match(refused("minor", "1.4.3", "1.4.3"), /A minor version is needed: dist\/index/);
  assert.match(refused("major", "1.5.0", "1.5.0"), /A major version is needed/);
  assert.match(refused("patch", "1.4.4", "1.4.4"), /not a next version/);
  assert.match(refused("patch", "1.4.3", "1.4.2"), /CHANGELOG.md does not begin/);
  assert.equal(refused("minor", "2.0.0", "2.0.0"), "");
});

test("a version changed if its tarball is another one or gone, and a new one is no change", () => {
  const main = { "1.0.0": "a", "1.0.1": "b" };
  assert.deepEqual(changedVersions({ ...main, "1.0.2": "c" }, main), []);
  assert.deepEqual(changedVersions({ "1.0.0": "x", "1.0.2": "c" }, main), ["1.0.0", "1.0.1"]);
});
