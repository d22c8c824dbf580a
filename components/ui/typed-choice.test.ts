import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceTyped, NOTHING_TYPED, type Typed, typeOn } from "./typed-choice.ts";

const CHOICES = ["Month", "Monday", "New York", "New Zealand", "Übersee"].map((label, index) => ({
  value: String(index),
  label,
}));

const none = { ctrlKey: false, metaKey: false, altKey: false };

/** The choice after these keys, pressed at this interval. */
function typed(keys: readonly string[], everyMs: number, chosen: string | null = null) {
  let before: Typed = NOTHING_TYPED;
  let label: string | undefined;
  let value = chosen;
  keys.forEach((key, index) => {
    const next = typeOn(before, { key, ...none }, index * everyMs);
    if (!next) return;
    before = next;
    const found = choiceTyped(CHOICES, value, next.text);
    if (found) ({ value, label } = found);
  });
  return label;
}

test("letters typed on a closed select choose the option that starts with them, ignoring case", () => {
  assert.equal(typed(["n"], 100), "New York");
  assert.equal(typed([..."mond"], 100), "Monday");
  assert.equal(typed([..."NEW Z"], 100), "New Zealand");
  assert.equal(typed(["ü"], 100), "Übersee");
  assert.equal(typed(["x"], 100), undefined);
});

test("a repeated letter cycles through its options; after a pause typing starts again", () => {
  assert.equal(typed(["n", "n"], 100), "New Zealand");
  assert.equal(typed(["n", "n", "n"], 100), "New York");
  assert.equal(typed(["n"], 100, "2"), "New Zealand");
  assert.equal(typed(["m", "n"], 2_000), "New York");
  assert.equal(typed(["n", "e"], 100, null), "New York");
});

test("keys that open the list and shortcuts type nothing", () => {
  const press = (key: string, more: object = {}) =>
    typeOn(NOTHING_TYPED, { key, ...none, ...more }, 0);
  for (const key of [" ", "Enter", "ArrowDown", "Tab", "F2"]) assert.equal(press(key), null, key);
  assert.equal(press("k", { metaKey: true }), null);
  assert.equal(press("k", { ctrlKey: true }), null);
  assert.equal(press("k")?.text, "k");
  const soon = typeOn({ text: "new", atMs: 0 }, { key: " ", ...none }, 300);
  assert.equal(soon?.text, "new ");
});
