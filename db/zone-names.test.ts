import assert from "node:assert/strict";
import { after, test } from "node:test";
import { zoneOffsets } from "#lib/kernel/period.ts";
import { zoneNamed } from "#lib/kernel/time-zone.ts";
import { closeDb, runPrepared } from "./client.ts";

after(closeDb);

/** Zones of one word, which are not among the supported values of the runtime. */
const WORDS =
  "CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu".split(
    " ",
  );
/** Abbreviations and other names that only the runtime takes for zones. */
const ABBREVIATIONS =
  "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST bst SystemV/AST4 SystemV/EST5EDT US/Pacific-New Canada/East-Saskatchewan".split(
    " ",
  );

test("the database and the runtime mean the same time by every zone that is taken", async () => {
  const taken = [...Intl.supportedValuesOf("timeZone"), ...WORDS, "cet", "Wet", "europe/berlin"];
  // Rules of later years differ between releases of the zone data.
  const moments = Array.from({ length: 20 }, (_, i) => Date.UTC(2015 + i / 2, (i % 2) * 6, 15));
  const zones = taken.map((name) => zoneNamed(name) ?? assert.fail(name));
  const rows = await runPrepared<{ zone: string; ms: number; offset: number }>(
    "test.zone_offsets",
    `select zone, ms::float8 as ms, (extract(epoch from
        to_timestamp(ms / 1000.0) at time zone zone - to_timestamp(ms / 1000.0) at time zone 'UTC') * 1000)::float8 as offset
       from unnest($1::text[]) zone, unnest($2::bigint[]) ms`,
    [zones, moments],
  );
  const wrong = rows.filter(({ zone, ms, offset }) => zoneOffsets(zone)(ms) !== offset);
  assert.deepEqual(wrong, []);
  assert.equal(rows.length, zones.length * moments.length);
});

test("abbreviations and names that they read differently are no zones", () => {
  for (const name of [...ABBREVIATIONS, "Etc/Unknown", "+02:00", "", "Mars/Base"]) {
    assert.equal(zoneNamed(name), null, name);
  }
});
