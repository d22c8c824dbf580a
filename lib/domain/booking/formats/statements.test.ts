import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { entryOf } from "../entries.ts";
import type { BookingPlan } from "../plan-booking.ts";
import { writeStatements } from "./statements.ts";

/** Elements in the order of the schema camt.053.001.08, of those that we write. */
const ORDER: Readonly<Record<string, string>> = {
  BkToCstmrStmt: "GrpHdr Stmt",
  GrpHdr: "MsgId CreDtTm",
  Stmt: "Id ElctrncSeqNb CreDtTm FrToDt Acct Bal Ntry",
  FrToDt: "FrDtTm ToDtTm",
  Acct: "Id Ccy",
  Bal: "Tp Amt CdtDbtInd Dt",
  Ntry: "Amt CdtDbtInd Sts BookgDt ValDt AcctSvcrRef BkTxCd NtryDtls",
  TxDtls: "Refs RltdPties RmtInf",
};
const LONGEST: Readonly<Record<string, number>> = {
  MsgId: 35,
  Id: 34,
  AcctSvcrRef: 35,
  EndToEndId: 35,
  Ustrd: 140,
};

test("a statement has the elements of the ISO 20022 schema in their order, within their lengths", () => {
  const plan: BookingPlan = {
    ...{ accountId: "acct_01kp0a0000000000000000000a", mode: "test", type: "accounting_journal" },
    ...{ layout: "camt053", timezone: "UTC", from: "2026-12-30", to: "2027-01-02" },
    currency: "EUR",
  };
  const common = { sourceId: null, bankReference: null, amountMinor: 1_250n, count: 12 };
  const settlement = { sourceId: "stl_01kp0c5n7v3m8q2w4x6y9z1b5e", bankReference: "PAYDESK 7H3K" };
  const entries = [
    entryOf({ ...common, day: "2026-12-30", kind: "capture" }),
    entryOf({ ...common, ...settlement, day: "2027-01-01", kind: "settlement" }),
  ];
  const createdAt = dateFromMs(Date.UTC(2027, 0, 2));
  const xml = writeStatements(entries, plan, { openingMinor: -1n, createdAt }).bytes.toString();
  const open: { name: string; children: string[] }[] = [];
  for (const [, slash, name = "", text = ""] of xml.matchAll(/<(\/?)(\w+)[^>]*>([^<]*)/g)) {
    if (slash) {
      const { children } = open.pop()!;
      const places = children.map((child) => (ORDER[name] ?? child).split(" ").indexOf(child));
      assert.ok(!places.includes(-1), `${name}: ${children}`);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        `${name}: ${children}`,
      );
    } else {
      open.at(-1)?.children.push(name);
      open.push({ name, children: [] });
      assert.ok(text.trim().length <= (LONGEST[name] ?? 1_000), `${name}: ${text}`);
    }
  }
  assert.deepEqual(
    [...xml.matchAll(/<ElctrncSeqNb>(\d+)</g)].map(([, number]) => number),
    ["364", "365", "1"],
  );
  assert.ok(xml.includes("<Id>TEST01KP0A0000000000000000000A/EUR</Id>"));
});

test("the bounds of a statement are times of its zone and do not claim to be UTC", () => {
  const plan: BookingPlan = {
    ...{ accountId: "acct_01kp0a0000000000000000000a", mode: "live", type: "accounting_journal" },
    ...{ layout: "camt053", timezone: "Europe/Berlin", from: "2026-04-01", to: "2026-04-02" },
    currency: "EUR",
  };
  const createdAt = dateFromMs(Date.UTC(2026, 3, 1, 22));
  const xml = writeStatements([], plan, { openingMinor: 0n, createdAt }).bytes.toString();
  assert.match(
    xml,
    /<FrDtTm>2026-04-01T00:00:00<\/FrDtTm>\s*<ToDtTm>2026-04-01T23:59:59<\/ToDtTm>/,
  );
  assert.match(xml, /<CreDtTm>2026-04-01T22:00:00.000Z</);
});
