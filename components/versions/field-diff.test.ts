import assert from "node:assert/strict";
import { test } from "node:test";
import contract from "#lib/api/openapi.json" with { type: "json" };
import { downgrade, NEWEST_VERSION, RELEASED_VERSIONS } from "#lib/wire/versions/index.ts";
import { RESOURCES } from "#tools/golden/files.ts";
import { type DiffRow, diffFields, type ShapeChange } from "./field-diff.ts";

const CHANGES = contract["x-versions"].changes as ShapeChange[];
const [OLDEST, MIDDLE] = RELEASED_VERSIONS;
const NEWEST = NEWEST_VERSION;

function rowsOf(kind: string, state: string, from: string, to: string): string[] {
  const wire = RESOURCES[kind]![state]!;
  const side = (version: string) => ({ version, object: downgrade(wire, version as never) });
  return diffFields(side(from), side(to), CHANGES)
    .filter((row) => row.kind !== "same")
    .map(({ kind, left, right }) => `${kind} ${left?.path ?? "-"} > ${right?.path ?? "-"}`);
}

test("a declined payment is compared with the version before decline details", () => {
  assert.deepEqual(rowsOf("payment", "declined", NEWEST, MIDDLE), [
    "renamed decline.code > decline_code",
    "removed decline.network_code > -",
    "removed decline.advice_code > -",
  ]);
});

test("a declined payment is compared with the version that added decline details", () => {
  assert.deepEqual(rowsOf("payment", "declined", MIDDLE, NEWEST), [
    "renamed decline_code > decline.code",
    "added - > decline.network_code",
    "added - > decline.advice_code",
  ]);
});

test("an object that is null is renamed too, and a split field is shown for both of its new fields", () => {
  assert.deepEqual(rowsOf("payment", "succeeded", OLDEST, NEWEST), [
    "changed capture > capture",
    "renamed redirect > redirect_url",
    "renamed decline_code > decline",
    "renamed redirect > return_url",
  ]);
});

test("joined fields are shown for both of their old fields", () => {
  assert.deepEqual(rowsOf("payment", "succeeded", NEWEST, OLDEST), [
    "changed capture > capture",
    "renamed redirect_url > redirect",
    "renamed decline > decline_code",
    "renamed return_url > redirect",
  ]);
});

test("objects inside lists, events and other objects are compared like single objects", () => {
  assert.deepEqual(rowsOf("list", "last_page", NEWEST, OLDEST).slice(0, 2), [
    "changed data.0.capture > data.0.capture",
    "renamed data.0.redirect_url > data.0.redirect",
  ]);
  assert.ok(rowsOf("list", "last_page", NEWEST, OLDEST).includes("removed next_cursor > -"));
  assert.deepEqual(rowsOf("event", "about_a_refund", NEWEST, MIDDLE), [
    "changed version > version",
    "renamed data.failure_reason > data.failure_code",
  ]);
  assert.deepEqual(rowsOf("refund", "expanded", NEWEST, MIDDLE), [
    "renamed payment.decline.code > payment.decline_code",
    "removed payment.decline.network_code > -",
    "removed payment.decline.advice_code > -",
    "renamed failure_reason > failure_code",
  ]);
});

test("every field of both sides is in exactly its own rows, in both directions", () => {
  for (const states of Object.values(RESOURCES)) {
    for (const wire of Object.values(states)) {
      for (const from of RELEASED_VERSIONS) {
        for (const to of RELEASED_VERSIONS) {
          const rows = diffFields(
            { version: from, object: downgrade(wire, from) },
            { version: to, object: downgrade(wire, to) },
            CHANGES,
          );
          // A split or joined field is in two rows, any other in one.
          const once = rows.filter(({ kind }) => kind !== "renamed");
          for (const side of ["left", "right"] as const) {
            const paths = once.flatMap((row: DiffRow) => (row[side] ? [row[side].path] : []));
            assert.equal(new Set(paths).size, paths.length);
          }
          if (from === to) assert.ok(rows.every(({ kind }) => kind === "same"));
          // Every added or removed field is declared by a change.
          const declared = CHANGES.flatMap(({ fields }) => fields);
          for (const { kind, left, right } of rows) {
            if (kind !== "added" && kind !== "removed") continue;
            const path = (left ?? right)!.path;
            const known = declared.some(({ before, after }) =>
              [before, after].some((field) => field !== null && `.${path}`.endsWith(`.${field}`)),
            );
            assert.ok(known, `${kind} ${path}`);
          }
        }
      }
    }
  }
});
