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

type Light = [red: number, green: number, blue: number];

/** Linear sRGB of an OKLCH colour, clipped as a screen does. */
function lightOf(colour: string): Light {
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
  return [clip(red), clip(green), clip(blue)];
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = lightOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Colours as seen with a colour vision deficiency (Machado, Oliveira and Fernandes 2009, severity 1). */
const SIGHTS: Record<string, [Light, Light, Light]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** OKLab of linear sRGB. */
function labOf([red, green, blue]: Light): Light {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** The distance of two tokens in OKLab, as a sight sees them. */
function distance(theme: Theme, sight: [Light, Light, Light], one: string, other: string): number {
  const [a, b] = [one, other].map((name) => {
    const [red, green, blue] = lightOf(theme[name] ?? "");
    const seen = sight.map(([r, g, b]) => Math.min(1, Math.max(0, r * red + g * green + b * blue)));
    return labOf(seen as Light);
  });
  return Math.hypot(...(a ?? []).map((value, index) => value - (b?.[index] ?? 0)));
}

/** Two fills beside each other are told apart. */
const LEAST_DISTANCE = 0.15;

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
  ...["adverse", "expected", "previous"].map((one): [string, string] => [
    `chart-${one}`,
    "surface",
  ]),
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

for (const [name, theme] of Object.entries(themes)) {
  test(`the colours of meanings differ for colour-blind readers too, ${name}`, () => {
    for (const [sight, matrix] of Object.entries(SIGHTS)) {
      for (const [one, other] of [
        ["chart-1", "chart-adverse"],
        ["chart-1", "chart-expected"],
        ["chart-adverse", "chart-expected"],
      ] as const) {
        const apart = distance(theme, matrix, one, other);
        assert.ok(apart >= LEAST_DISTANCE, `${one} and ${other}, ${sight}: ${apart.toFixed(3)}`);
      }
    }
  });
}

test("the dark theme defines every colour token", () => {
  const own = tokensOf(darkCss);
  const same = Object.keys(light).filter((name) => !(name in own));
  assert.deepEqual(same, []);
});
