// node start.mjs run --no-db lib/cli/spreadsheet.ts
//
// Opens reports in LibreOffice, told to calculate whatever looks like a formula, and holds what it has read
// against the database: no cell is calculated, no text is lost, numbers are numbers, totals agree. By hand,
// where `soffice` is installed.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getPool } from "#db/client.ts";
import "#lib/api/install.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { readCsvObjects } from "#lib/testing/csv.ts";
import { entryRow, settlementRow } from "#lib/testing/entry-rows.ts";
import { createMerchant } from "#lib/testing/merchant.ts";
import { paymentRow } from "#lib/testing/money-rows.ts";
import { takeCsv } from "#lib/testing/report-file.ts";
import { onThrowawayDatabase } from "#lib/testing/throwaway-database.ts";

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

/** Comma, quote, UTF-8, from the first line; quoted cells may be numbers, special numbers are looked for,
 *  formulas are calculated. */
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

function read(xml: string): Sheet {
  const rows = xml.match(/<table:table-row[\s\S]*?<\/table:table-row>/g) ?? [];
  return {
    formulas: (xml.match(/table:formula=/g) ?? []).length,
    cells: rows.map((row) =>
      (row.match(/<table:table-cell[\s\S]*?(?:\/>|<\/table:table-cell>)/g) ?? []).flatMap(
        (cell) => {
          const times = Number(/number-columns-repeated="(\d+)"/.exec(cell)?.[1] ?? 1);
          const type = /office:value-type="(\w+)"/.exec(cell)?.[1] ?? "";
          const figure = /office:value="([^"]*)"/.exec(cell)?.[1];
          const text = cell.match(/<text:p>[\s\S]*?<\/text:p>/g)?.join("\n") ?? "";
          const value = figure ?? text.replace(/<text:s\/>/g, " ").replace(/<[^>]+>/g, "");
          return Array.from({ length: Math.min(times, 50) }, () => ({ type, value }));
        },
      ),
    ),
  };
}

async function check(name: string, csv: Buffer, figures: readonly string[]): Promise<void> {
  const rows = readCsvObjects(csv.toString());
  const header = Object.keys(rows[0]!);
  const sheet = await open(csv);
  assert.equal(sheet.formulas, 0, "cells that are calculated");
  const body = sheet.cells.slice(1, rows.length + 1);
  assert.equal(body.length, rows.length);
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

// Otherwise it would find no formula anywhere.
assert.equal((await open(Buffer.from("text\n=1+1\n"))).formulas, 1, "a formula is calculated");

await onThrowawayDatabase(async () => {
  const merchant = await createMerchant({ name: "=Evil & Sons" });
  const entries: Id<"txn">[] = [];
  for (let n = 0; n < ROWS; n++) {
    const description = HOSTILE[n % HOSTILE.length]!;
    const paymentId = await paymentRow(merchant, { description, statementDescriptor: description });
    const amount = n % 7 === 0 ? -BigInt(100 + n) : BigInt(1_000 + n * 13);
    const type = amount < 0n ? "refund" : "charge";
    entries.push(await entryRow(merchant, { type, amount, paymentId }));
  }
  const id = await settlementRow(merchant, entries, { arrivalDate: "2026-04-14" });
  const { rows } = await getPool().query("select net from settlements where id = $1", [id]);
  const key = merchant.keys.test.secret;
  const native = await takeCsv(key, "type=settlement");
  const total = native.rows!.reduce((sum, row) => sum + BigInt(row.net!), 0n);
  assert.equal(total, rows[0].net);
  process.stdout.write(`the settlement's net ${total}\n`);
  await check("native", native.bytes, ["gross", "fee", "net"]);
  const adyen = await takeCsv(key, "type=settlement&layout=adyen");
  await check("adyen", adyen.bytes, ["Net Credit (NC)", "Net Debit (NC)", "Commission (NC)"]);
});
