// node start.mjs run --no-db lib/cli/spreadsheet.ts
//
// Opens reports in LibreOffice with formulas enabled and compares what it reads with the database: no cell is
// calculated, no text is lost, numbers are numbers, totals agree. Run by hand where `soffice` is installed.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getPool } from "#db/client.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { readCsvObjects, takeCsv } from "#test/report-file.ts";
import { outcomeRow } from "#test/report-rows.ts";
import { onThrowawayDatabase } from "#test/throwaway-database.ts";

const HOSTILE = [
  "=1+1",
  "=SUM(H1:H9)",
  '=HYPERLINK("https://evil.example","Invoice")',
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-1+1",
  "@SUM(1,1)",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
  "'=1+1",
  '"=1+1"',
  "plain",
  'two\nlines, a comma and "quotes"',
  "日本語 💳 Łódź",
];
const ROWS = 600;

/** Comma, quote, UTF-8, from the first line; quoted cells can be numbers, special numbers are detected, formulas are
 * calculated. */
const FILTER = "CSV:44,34,76,1,,0,false,true,false,false,false,0,true";

type Sheet = { formulas: number; cells: { type: string; value: string }[][] };

async function open(csv: Buffer): Promise<Sheet> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-sheet-"));
  try {
    writeFileSync(join(folder, "report.csv"), csv);
    await promisify(execFile)("soffice", [
      `-env:UserInstallation=file://${folder}/profile`,
      "--headless",
      `--infilter=${FILTER}`,
      ...["--convert-to", "fods", "--outdir", folder, join(folder, "report.csv")],
    ]);
    return read(readFileSync(join(folder, "report.fods"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CELL = /<table:table-cell(?:[^>]*\/>|[^>]*[^/]>[\s\S]*?<\/table:table-cell>)/g;

function read(xml: string): Sheet {
  const rows = xml.match(/<table:table-row[\s\S]*?<\/table:table-row>/g) ?? [];
  return {
    formulas: (xml.match(/table:formula=/g) ?? []).length,
    cells: rows.map((row) =>
      (row.match(CELL) ?? []).flatMap((cell) => {
        const times = Number(/number-columns-repeated="(\d+)"/.exec(cell)?.[1] ?? 1);
        const type = /office:value-type="(\w+)"/.exec(cell)?.[1] ?? "";
        const figure = /office:value="([^"]*)"/.exec(cell)?.[1];
        const text = cell.match(/<text:p>[\s\S]*?<\/text:p>/g)?.join("\n") ?? "";
        const value = figure ?? textOf(text);
        return Array.from({ length: Math.min(times, 50) }, () => ({ type, value }));
      }),
    ),
  };
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" } as const;

const textOf = (xml: string) =>
  xml
    .replace(/<[^>]+>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);

/** LibreOffice changes white space. */
const bare = (text: string) => text.replace(/\s/g, "");

type Wanted = {
  /** Columns that are numbers in every row with a value. */
  figures: readonly string[];
  /** Columns with external texts, which must arrive unchanged. */
  texts: readonly string[];
};

async function check(name: string, csv: Buffer, { figures, texts }: Wanted): Promise<void> {
  const rows = readCsvObjects(csv.toString());
  const header = Object.keys(rows[0]!);
  const sheet = await open(csv);
  assert.equal(sheet.formulas, 0, "cells that are calculated");
  const body = sheet.cells.slice(1, rows.length + 1);
  assert.equal(body.length, rows.length);
  for (const text of texts) {
    const column = header.indexOf(text);
    const hostile = rows.filter((row) => /^['"]?[=+@\t\r-]/.test(row[text]!)).length;
    assert.ok(hostile > 0, `${text} has what could be a formula`);
    for (const [index, row] of rows.entries()) {
      assert.equal(bare(body[index]![column]?.value ?? ""), bare(row[text]!), text);
    }
    process.stdout.write(`${name}: ${text} in ${rows.length} rows, ${hostile} of them hostile\n`);
  }
  for (const figure of figures) {
    const column = header.indexOf(figure);
    const wanted = rows.reduce((sum, row) => sum + Number(row[figure] || 0), 0);
    const filled = body.map((cells) => cells[column]).filter((cell) => cell && cell.value !== "");
    assert.ok(
      filled.every((cell) => cell?.type === "float"),
      `${figure} is a number in every row`,
    );
    const found = filled.reduce((sum, cell) => sum + Number(cell?.value), 0);
    assert.ok(Math.abs(found - wanted) < 0.005, `${figure}: ${found} instead of ${wanted}`);
    process.stdout.write(`${name}: ${rows.length} rows, ${figure} ${found.toFixed(2)}\n`);
  }
}

// Otherwise the check could not find a formula at all.
assert.equal((await open(Buffer.from("text\n=1+1\n"))).formulas, 1, "a formula is calculated");

type Merchant = Awaited<ReturnType<typeof createMerchant>>;

/** Card charges and refunds of one settlement, with hostile texts from merchant and card network. */
async function settled(merchant: Merchant): Promise<bigint> {
  const entries: Id<"txn">[] = [];
  for (let n = 0; n < ROWS; n++) {
    const text = HOSTILE[n % HOSTILE.length]!;
    const paymentId = await paymentRow(merchant, {
      description: text,
      statementDescriptor: text,
      cardBrand: text,
      cardCountry: text,
    });
    const amount = n % 7 === 0 ? -BigInt(100 + n) : BigInt(1_000 + n * 13);
    const type = amount < 0n ? "refund" : "charge";
    const cost = { interchange: 12n, schemeFee: 3n, interchangeRateBp: 30, cardProduct: text };
    const costs = type === "charge" ? { ...cost, region: "domestic" as const } : {};
    entries.push(await entryRow(merchant, { type, amount, paymentId, ...costs }));
  }
  const id = await settlementRow(merchant, entries, { arrivalDate: "2026-04-14" });
  const { rows } = await getPool().query("select net from settlements where id = $1", [id]);
  return rows[0].net;
}

async function declined(merchant: Merchant): Promise<void> {
  for (let n = 0; n < ROWS; n++) {
    const text = HOSTILE[n % HOSTILE.length]!;
    await outcomeRow(merchant, "declined", {
      amount: BigInt(1_000 + n),
      cardBrand: text,
      cardIssuer: text,
      cardCountry: text,
      declineCode: "insufficient_funds",
      networkDeclineCode: text,
      adviceCode: text,
    });
  }
}

await onThrowawayDatabase(async () => {
  const merchant = await createMerchant({ name: "=Evil & Sons" });
  const net = await settled(merchant);
  await declined(merchant);
  const key = merchant.keys.test.secret;
  const native = await takeCsv(key, "type=settlement");
  const total = native.rows!.reduce((sum, row) => sum + BigInt(row.net!), 0n);
  assert.equal(total, net);
  process.stdout.write(`the settlement's net ${total}\n`);
  const file = async (name: string, query: string, wanted: Wanted) =>
    await check(name, (await takeCsv(key, query)).bytes, wanted);
  await file("settlement", "type=settlement", {
    figures: ["gross", "fee", "net"],
    texts: ["description", "statement_descriptor", "card_brand"],
  });
  await file("settlement, adyen", "type=settlement&layout=adyen", {
    figures: ["Net Credit (NC)", "Net Debit (NC)", "Commission (NC)"],
    texts: ["Merchant Reference"],
  });
  await file("declines", "type=declines", {
    figures: ["amount"],
    texts: ["scheme", "issuer_name", "issuer_country", "network_decline_code", "advice_code"],
  });
  await file("declines by issuer", "type=declines&group_by=issuer_name", {
    figures: ["count", "amount"],
    texts: ["issuer_name"],
  });
  await file("interchange", "type=interchange", {
    figures: ["amount", "interchange", "scheme_fee", "total_fee", "effective_bp"],
    texts: ["scheme", "card_product", "issuer_country"],
  });
  await file("interchange by card", "type=interchange&group_by=card_product", {
    figures: ["count", "total_fee", "effective_bp"],
    texts: ["card_product"],
  });
});
