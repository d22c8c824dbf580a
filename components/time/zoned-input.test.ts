import assert from "node:assert/strict";
import { test } from "node:test";
import { fromZonedInput, toZonedInput } from "./zoned-input.ts";

const read = (text: string, zone: string) => fromZonedInput(text, zone)?.toISOString();

test("a field's text in a time zone is parsed back to the same time", () => {
  for (const zone of ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns"]) {
    for (const iso of ["2026-01-15T23:31:00.000Z", "2026-07-15T00:05:00.000Z"]) {
      assert.equal(read(toZonedInput(new Date(iso), zone), zone), iso, `${zone} ${iso}`);
    }
  }
  assert.equal(toZonedInput(new Date("2026-04-12T07:31:00Z"), "Europe/Berlin"), "2026-04-12T09:31");
});

test("a repeated hour means its first occurrence, a skipped hour the hour after it", () => {
  assert.equal(read("2026-10-25T02:30", "Europe/Berlin"), "2026-10-25T00:30:00.000Z");
  assert.equal(read("2026-03-29T02:30", "Europe/Berlin"), "2026-03-29T01:30:00.000Z");
  assert.equal(read("2026-03-29T03:00", "Europe/Berlin"), "2026-03-29T01:00:00.000Z");
});

test("an empty or invalid field gives null", () => {
  for (const text of ["", "2026-04-12", "2026-13-01T00:00"])
    assert.equal(read(text, "UTC"), undefined);
});
