import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, test } from "node:test";
import { stopWatching } from "#lib/domain/live/index.ts";
import { Plantings } from "./planted-numbers.ts";
import { runCards } from "./run-cards.ts";
import { ENCODINGS, SPELLINGS } from "./spellings.ts";

after(async () => {
  await stopWatching();
});

test("the search finds a card number in every spelling and encoding", () => {
  const number = "4539578763621486";
  for (const [spelling, spell] of Object.entries(SPELLINGS)) {
    const plantings = new Plantings();
    plantings.add(number, "here");
    assert.match(plantings.findIn(spell(number)) ?? "", /planted in here/, spelling);
    for (const [encoding, encode] of Object.entries(ENCODINGS)) {
      const { body } = encode({ metadata: { note: spell(number) } });
      assert.match(plantings.findIn(body) ?? "", /planted in here/, `${spelling}, ${encoding}`);
    }
    assert.equal(plantings.findIn("…1486 453957 2026-04-12T09:31:07.739Z"), null);
  }
});

test("a card number sent anywhere in any route is in no table, log line, response, metric, screen or file", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}: npm run -s fuzz -- --cards 1 --seed ${seed}`);
  const report = await runCards({ seed, plantings: 0 });
  assert.deepEqual(report.findings.slice(0, 10), []);
  for (const table of ["api_requests", "api_key_callers", "audit_entries", "payments", "events"]) {
    assert.ok(report.tables.has(table), `${table} has rows to search`);
  }
  assert.ok(report.logLines > 0, "there are log lines to search");
  assert.ok(report.refused > report.plantings / 2);
});
