/** The type of each setting. Values are set on the style object property by property, so no value can end a
 * declaration and begin another. */
type Kind = "colour" | "size" | "font" | "weight";

const VARIABLES: Readonly<Record<string, Kind>> = {
  fontFamily: "font",
  fontSize: "size",
  fontWeight: "weight",
  colorText: "colour",
  colorLabel: "colour",
  colorPlaceholder: "colour",
  colorBackground: "colour",
  colorBorder: "colour",
  colorFocus: "colour",
  colorError: "colour",
  borderWidth: "size",
  borderRadius: "size",
  paddingX: "size",
  paddingY: "size",
  gap: "size",
  labelSize: "size",
  labelWeight: "weight",
};

const LIMITS_PX: Readonly<Record<string, readonly [least: number, most: number]>> = {
  fontSize: [12, 28],
  borderWidth: [0, 4],
  borderRadius: [0, 32],
  paddingX: [0, 32],
  paddingY: [4, 32],
  gap: [0, 40],
  labelSize: [11, 22],
};

/** Fonts installed on the payer's machine; none is loaded. */
const FONTS = new Set(
  (
    "system-ui,ui-sans-serif,ui-serif,ui-monospace,ui-rounded,sans-serif,serif,monospace,-apple-system," +
    "blinkmacsystemfont,segoe ui,roboto,helvetica neue,helvetica,arial,noto sans,liberation sans,ubuntu," +
    "cantarell,verdana,tahoma,trebuchet ms,georgia,times new roman,garamond,courier new,menlo,consolas"
  ).split(","),
);

const NUMBER = "-?(?:\\d{1,4}(?:\\.\\d{1,9})?|\\.\\d{1,9})";
const COLOUR = new RegExp(
  `^(?:#(?:[\\da-f]{3,4}|[\\da-f]{6}|[\\da-f]{8})|transparent|black|white|` +
    `(?:rgba?|hsla?|(?:ok)?(?:lch|lab))\\(\\s*${NUMBER}(?:%|deg)?(?:[\\s,/]+${NUMBER}(?:%|deg)?){2,3}\\s*\\))$`,
  "i",
);
const SIZE = /^(\d{1,3}(?:\.\d{1,3})?)(px|rem)$/;

function fits(name: string, kind: Kind, value: string): boolean {
  if (kind === "colour") return COLOUR.test(value);
  if (kind === "weight") return /^[1-9]00$/.test(value);
  if (kind === "font") {
    const families = value.split(",").map((one) => one.trim().replace(/^(["'])(.*)\1$/, "$2"));
    return families.every((family) => FONTS.has(family.toLowerCase()));
  }
  const [, amount, unit] = SIZE.exec(value) ?? [];
  const [least, most] = LIMITS_PX[name] ?? [0, 0];
  const px = Number(amount) * (unit === "rem" ? 16 : 1);
  return px >= least && px <= most;
}

export const THEMES = ["light", "dark", "auto"] as const;
export type Theme = (typeof THEMES)[number];
export const LABELS = ["above", "hidden"] as const;

export type Appearance = {
  theme: Theme;
  labels: (typeof LABELS)[number];
  /** CSS custom properties by name. */
  properties: [name: string, value: string][];
  /** Refused settings, for developers. */
  refused: string[];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `colorText` → `--color-text`. */
const propertyOf = (name: string) => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

/** Reads the allowed settings from a merchant's input and lists the refused ones; never throws. */
export function readAppearance(params: unknown): Appearance {
  const read: Appearance = { theme: "light", labels: "above", properties: [], refused: [] };
  if (params === undefined || params === null) return read;
  if (!isObject(params)) return { ...read, refused: ["appearance must be an object"] };
  for (const [name, value] of Object.entries(params)) {
    if (name === "theme" && THEMES.includes(value as Theme)) read.theme = value as Theme;
    else if (name === "labels" && (value === "above" || value === "hidden")) read.labels = value;
    else if (name === "variables" && isObject(value)) readVariables(value, read);
    else read.refused.push(`appearance.${name.slice(0, 40)} is unknown or has an invalid value`);
  }
  return read;
}

function readVariables(params: Record<string, unknown>, read: Appearance): void {
  for (const [name, given] of Object.entries(params)) {
    const kind = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined;
    const value = typeof given === "string" ? given.trim() : "";
    if (!kind) read.refused.push(`appearance.variables.${name.slice(0, 40)} is unknown`);
    else if (value.length > 200 || !fits(name, kind, value)) {
      read.refused.push(`appearance.variables.${name} is not an allowed ${kind}`);
    } else read.properties.push([propertyOf(name), value]);
  }
}
