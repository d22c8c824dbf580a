import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/kernel/ids.ts";
import { getPool } from "./client.ts";
import { hashText } from "./hash-text.ts";

test("a text has the hash that PostgreSQL gives it", async () => {
  const some = fc.sample(fc.string({ unit: "grapheme", maxLength: 60 }), 500);
  const texts = [...some, ...Array.from({ length: 100 }, () => newId("acct")), "", "ä", "€uro"]
    .map((text) => text.replaceAll("\0", ""))
    .filter((text) => text.isWellFormed());
  const { rows } = await getPool().query<{ hash: number }>(
    `select hashtext(text collate "C") as hash from unnest($1::text[]) with ordinality as t (text, place) order by place`,
    [texts],
  );
  assert.deepEqual(
    texts.map(hashText),
    rows.map(({ hash }) => hash),
  );
});
