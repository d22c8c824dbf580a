import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, sep } from "node:path";
import { test } from "node:test";

const HERE = "lib/kernel/vocabulary";

const isChecked = (path: string) =>
  !/\.test\.tsx?$/.test(path) && !path.startsWith("db/migrations/") && !path.startsWith(HERE);

/** Lists of the same members with another meaning. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set([
  // The order of `BEST_FIRST`.
  "lib/domain/webhooks/types.ts DELIVERY_STATUSES",
  // The use of a database address, not the scope of a key.
  "lib/kernel/database-address.ts SCOPE_VERBS",
  // The order in the document: the publishable key first.
  "lib/wire/contract/payment-methods.ts KEY_KINDS",
]);

const keyOf = (members: readonly string[]) => [...new Set(members)].sort().join("|");

/** Closed lists in a source, as `"a" | "b"` or `["a", "b"]`, with their line. */
function listsIn(text: string): { key: string; line: number }[] {
  const literal = `"[\\w .+-]+"`;
  const forms = [
    new RegExp(`${literal}(?:\\s*\\|\\s*${literal})+`, "g"),
    new RegExp(`\\[\\s*${literal}(?:,\\s*${literal})+,?\\s*\\]`, "g"),
  ];
  return forms.flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({
      key: keyOf([...match[0].matchAll(/"([^"]+)"/g)].map(([, member]) => member ?? "")),
      line: text.slice(0, match.index).split("\n").length,
    })),
  );
}

async function vocabulary(): Promise<Map<string, string>> {
  const lists = new Map<string, string>();
  for (const path of globSync(`${HERE}/*.ts`)) {
    if (path.endsWith(".test.ts")) continue;
    const exported: Record<string, unknown> = await import(`./${basename(path)}`);
    for (const [name, value] of Object.entries(exported)) {
      if (Array.isArray(value)) lists.set(keyOf(value), name);
    }
  }
  return lists;
}

test("a closed list of the vocabulary is written nowhere else", async () => {
  const known = await vocabulary();
  const found = globSync("{app,components,db,lib}/**/*.{ts,tsx}")
    .map((path) => path.split(sep).join("/"))
    .filter(isChecked)
    .flatMap((path) =>
      listsIn(readFileSync(path, "utf8"))
        .filter(({ key }) => known.has(key) && !OTHER_MEANINGS.has(`${path} ${known.get(key)}`))
        .map(({ key, line }) => `${path}:${line} repeats ${known.get(key)}`),
    );
  assert.deepEqual(found, []);
});

test("a repeated list is found in each form", () => {
  const text = 'type A = "b" | "a";\nconst list = [\n  "a",\n  "b",\n];';
  assert.deepEqual(listsIn(text), [
    { key: "a|b", line: 1 },
    { key: "a|b", line: 2 },
  ]);
});
