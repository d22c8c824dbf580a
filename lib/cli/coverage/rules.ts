import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, parseHurl } from "./hurl.ts";

/** Whether a block shows what the rule allows or what it refuses. */
export type Side = "positive" | "negative";

export type Block = { side: Side; text: string; line: number; entries: readonly Entry[] };

/** One rule of the specification, as a heading of `docs/coverage/`. */
export type Rule = {
  /** `5.4` in `### 5.4 A revoked key …` */
  number: string;
  title: string;
  file: string;
  line: number;
  blocks: readonly Block[];
  /** Why a request cannot show one side, and the tests that do. */
  elsewhere: ReadonlyArray<{ side: Side | "both"; text: string }>;
};

const FOLDER = "docs/coverage";
const HEADING = /^### (\d+\.\d+) (.+)$/;
const SIDE = /^\*\*(Positive|Negative)\*\*/;
const ELSEWHERE = /^\*\*Shown elsewhere \((positive|negative|both)\)\*\*: (.+)$/;

/** Every rule of the pages in `docs/coverage/`, in order. Throws with the line for invalid syntax. */
export function readRules(): Rule[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
  return files.sort().flatMap((name) => parseRules(join(FOLDER, name)));
}

function parseRules(file: string): Rule[] {
  const rules: Array<Rule & { blocks: Block[]; elsewhere: Array<Rule["elsewhere"][number]> }> = [];
  const lines = readFileSync(file, "utf8").split("\n");
  let side: Side | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, number, title] = HEADING.exec(line) ?? [];
    if (number && title) {
      rules.push({ number, title, file, line: at + 1, blocks: [], elsewhere: [] });
      side = null;
    }
    const rule = rules.at(-1);
    side = (SIDE.exec(line)?.[1]?.toLowerCase() as Side | undefined) ?? side;
    const [, where, text] = ELSEWHERE.exec(line) ?? [];
    if (where && text) rule?.elsewhere.push({ side: where as Side | "both", text });
    if (line !== "```hurl") continue;
    const end = lines.indexOf("```", at);
    if (!rule || !side || end < 0) throw new Error(`${file}:${at + 1}: a block outside of a rule`);
    const body = lines.slice(at + 1, end);
    const entries = parseHurl(body, file, at + 2);
    rule.blocks.push({ side, text: body.join("\n"), line: at + 2, entries });
    at = end;
  }
  return rules;
}
