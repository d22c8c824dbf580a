import { cleaned, MOST_NAME, MOST_TEXT, referencesOf } from "./fields.ts";
import type { ParsedLine } from "./types.ts";

type Details = Pick<ParsedLine, "references" | "text" | "counterparty">;

/**
 * Reads the field `:86:` of an MT940 line in its three usual forms: German subfields (`166?00…?20…`), SEPA fields
 * (`/EREF/…/REMI/…`), or plain text.
 */
export function readDetails(value: string): Details {
  if (/^\d{3}\?/.test(value)) return ofSubfields(value);
  if (/(?:^|\n)\/[A-Z]{2,8}\//.test(value)) return ofSepaFields(value);
  return { references: [], text: cleaned(value, MOST_TEXT), counterparty: null };
}

/** Codes that German banks write into the subfields of the text. */
const INNER = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|BREF|RREF)\+/;
const REFERENCES: ReadonlySet<string> = new Set(["EREF", "KREF", "BREF", "RREF"]);

/** A subfield has 27 characters and may end within a word, so the parts are joined as they are. */
function ofSubfields(value: string): Details {
  const subfields = new Map<string, string>();
  for (const part of value.replaceAll("\n", "").split("?").slice(1)) {
    const number = part.slice(0, 2);
    if (/^\d\d$/.test(number)) subfields.set(number, part.slice(2));
  }
  const joined = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => subfields.get(String(from + i)) ?? "").join("");
  const text = joined(20, 29) + joined(60, 63);
  const [plain = "", ...parts] = text.split(INNER);
  const references: string[] = [];
  const texts = [plain];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [code = "", content = ""] = [parts[i], parts[i + 1]];
    if (REFERENCES.has(code)) references.push(content.trim());
    else if (code === "SVWZ") texts.push(content);
  }
  return {
    references: referencesOf(references),
    text: cleaned(texts.join(" "), MOST_TEXT),
    counterparty: cleaned(joined(32, 33), MOST_NAME) || null,
  };
}

const SEPA_FIELD = /\/([A-Z]{2,8})\//;
const SEPA_REFERENCES: ReadonlySet<string> = new Set(["EREF", "PREF", "IREF", "KREF"]);

/** Lines are cut after 65 characters, also within a word. */
function ofSepaFields(value: string): Details {
  const [, ...parts] = value.replaceAll("\n", "").split(SEPA_FIELD);
  const references: string[] = [];
  const texts: string[] = [];
  let counterparty: string | null = null;
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = parts[i] ?? "";
    const content = (parts[i + 1] ?? "").replace(/\/$/, "");
    if (SEPA_REFERENCES.has(name)) references.push(content);
    else if (name === "NAME") counterparty ??= cleaned(content, MOST_NAME) || null;
    else if (["REMI", "RTRN", "TRTP", "USTD"].includes(name)) {
      texts.push(content.replace(/^\/?(?:USTD\/\/)?/, ""));
    }
  }
  return {
    references: referencesOf(references),
    text: cleaned(texts.join(" "), MOST_TEXT),
    counterparty,
  };
}
