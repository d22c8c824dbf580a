import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readAppearance } from "./appearance.ts";

const read = (variables: object) => readAppearance({ variables });

test("a merchant's colours, sizes, weights and system fonts are applied unchanged", () => {
  const { properties, refused } = read({
    colorText: "#1a2b3c",
    colorFocus: "rgb(10, 20, 30)",
    colorError: "oklch(0.5 0.2 25)",
    colorBackground: "transparent",
    colorLabel: "oklch(95.5% .004 268)",
    colorBorder: "lab(60.2 -.31 12 / .5)",
    fontFamily: "'Segoe UI', Roboto, sans-serif",
    fontSize: "15px",
    borderRadius: "0.5rem",
    labelWeight: "600",
  });
  assert.deepEqual(refused, []);
  assert.deepEqual(properties[0], ["--color-text", "#1a2b3c"]);
  assert.equal(properties.length, 10);
});

test("a value that could load, hide, escape or break out is refused by name, and the rest still works", () => {
  for (const [name, value] of [
    ["colorText", "url(https://evil.example)"],
    ["colorText", "red; background: url(x)"],
    ["colorText", "var(--x)"],
    ["colorText", "#fff}body{display:none"],
    ["colorText", "rgb(1,2,3) url(x)"],
    ["fontFamily", "Webfont, sans-serif"],
    ["fontFamily", "sans-serif; x: y"],
    ["fontSize", "2px"],
    ["fontSize", "calc(10px + 10px)"],
    ["paddingX", "9999px"],
    ["borderRadius", "-4px"],
    ["fontWeight", "bold"],
    ["backgroundImage", "none"],
    ["constructor", "#fff"],
    ["colorText", 7],
  ] as const) {
    const { properties, refused } = read({ [name]: value, colorError: "#f00" });
    assert.deepEqual(properties, [["--color-error", "#f00"]], `${name}: ${value}`);
    assert.equal(refused.length, 1);
    assert.ok(refused[0]?.includes(name));
  }
});

test("no input throws, and no accepted value can end its declaration", () => {
  const names = fc.constantFrom("colorText", "fontSize", "fontFamily", "fontWeight", "other");
  fc.assert(
    fc.property(fc.dictionary(names, fc.oneof(fc.string(), fc.anything())), (variables) => {
      for (const [, value] of read(variables).properties) {
        assert.doesNotMatch(value, /[;{}\\<>]|url|var|expression|\/\*/i);
      }
    }),
  );
  fc.assert(fc.property(fc.anything(), (params) => void readAppearance(params)));
});
