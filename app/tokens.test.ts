import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Theme = Record<string, string>;

const css = readFileSync(new URL("./globals.css", import.meta.url), "utf8");
const [lightCss = "", darkCss = ""] = css.split("@variant dark {");

function tokensOf(text: string): Theme {
  const tokens: Theme = {};
  for (const [, name = "", value = ""] of text.matchAll(/--color-([\w-]+):\s*(oklch\([^)]+\))/g))
    tokens[name] = value;
  return tokens;
}

const light = tokensOf(lightCss);
const themes: Record<string, Theme> = { light, dark: { ...light, ...tokensOf(darkCss) } };

/** Relative luminance (WCAG 2.2) of an OKLCH colour, clipped to sRGB as a screen does. */
function luminance(colour: string): number {
  const [l = 0, c = 0, h = 0] = colour.slice(6, -1).split(/\s+/).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue);
}

function contrast(theme: Theme, one: string, other: string): number {
  const colours = [theme[one], theme[other]];
  assert.ok(colours[0] && colours[1], `tokens ${one} and ${other} exist`);
  const [a = 0, b = 0] = colours.map((colour) => luminance(colour ?? ""));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ["surface", "surface-raised", "surface-sunken", "surface-hover"];
const TONES = ["accent", "positive", "warning", "negative", "info", "test"];

const TEXT: [string, string][] = [
  ...["ink", "ink-muted", "ink-faint", "accent-ink", "negative-ink"].flatMap((ink) =>
    GROUNDS.map((ground): [string, string] => [ink, ground]),
  ),
  ...TONES.map((tone): [string, string] => [`${tone}-ink`, `${tone}-soft`]),
  ...TONES.map((tone): [string, string] => [`${tone}-ink`, "surface"]),
  ...["accent", "accent-hover", "negative", "negative-hover"].map((fill): [string, string] => [
    "on-accent",
    fill,
  ]),
  ...["code-key", "code-text", "code-figure", "code-word"].map((ink): [string, string] => [
    ink,
    "surface-sunken",
  ]),
  ["ink-muted", "accent-soft"],
];

const SHAPES: [string, string][] = [
  ...GROUNDS.slice(0, 3).map((ground): [string, string] => ["line-control", ground]),
  ...["positive", "warning", "negative", "info", "accent"].map((tone): [string, string] => [
    tone,
    "surface",
  ]),
  ...[1, 2, 3, 4, 5].map((one): [string, string] => [`chart-${one}`, "surface"]),
  ["chart-previous", "surface"],
  ["ink-faint", "surface-sunken"],
];

for (const [name, theme] of Object.entries(themes)) {
  test(`text has a contrast of 4.5 on each of its backgrounds, ${name}`, () => {
    for (const [ink, ground] of TEXT) {
      const ratio = contrast(theme, ink, ground);
      assert.ok(ratio >= 4.5, `${ink} on ${ground}: ${ratio.toFixed(2)} of 4.5`);
    }
  });

  test(`borders of controls, dots and chart lines have a contrast of 3, ${name}`, () => {
    for (const [shape, ground] of SHAPES) {
      const ratio = contrast(theme, shape, ground);
      assert.ok(ratio >= 3, `${shape} on ${ground}: ${ratio.toFixed(2)} of 3`);
    }
  });
}

test("the dark theme defines every colour token", () => {
  const own = tokensOf(darkCss);
  const same = Object.keys(light).filter((name) => !(name in own));
  assert.deepEqual(same, []);
});
