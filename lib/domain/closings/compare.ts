import { hash } from "node:crypto";
import { decimalToMinor } from "#lib/kernel/money.ts";
import type { ClosingFileKind } from "#lib/kernel/vocabulary/closings.ts";
import { cellsOf, recordsOf } from "./records.ts";
import type { FoundCorrection } from "./types.ts";

/** Reads a file from its beginning. */
type Open = () => Promise<AsyncIterable<Buffer>>;

const BUCKETS = 65_536;
/** With more buckets that differ, the rows of the first ones are listed: memory stays bounded. */
const MOST_BUCKETS = 4_096;

/**
 * The rows by which two versions of a file differ, in any order of rows and in constant memory. Each row falls into one of
 * 65,536 buckets by its hash, and a bucket sums the hashes of its rows: one version adds, the other subtracts, so only
 * buckets with a difference are not zero. The second reading keeps the rows of these buckets. `complete` is false if there
 * are too many to keep. Both versions must stay the same between the readings.
 */
export async function differences(
  kind: ClosingFileKind,
  closed: Open,
  present: Open,
): Promise<{ found: FoundCorrection[]; complete: boolean }> {
  const form = kind === "journal" ? "blocks" : "csv";
  const sums = new Uint32Array(BUCKETS * 2);
  const add = async (open: Open, sign: 1 | -1) => {
    for await (const record of recordsOf(await open(), form)) {
      const digest = hash("sha256", record, "buffer");
      const at = digest.readUInt16LE(0) * 2;
      sums[at]! += sign * digest.readUInt32LE(4);
      sums[at + 1]! += sign * digest.readUInt32LE(8);
    }
  };
  await add(closed, 1);
  await add(present, -1);
  const different = new Set<number>();
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if (sums[bucket * 2] !== 0 || sums[bucket * 2 + 1] !== 0) different.add(bucket);
  }
  if (different.size === 0) return { found: [], complete: true };
  const kept = new Set([...different].slice(0, MOST_BUCKETS));
  const collect = async (open: Open) => {
    const rows = new Map<string, string>();
    let header: string | undefined;
    for await (const record of recordsOf(await open(), form)) {
      header ??= record.toString();
      const digest = hash("sha256", record, "buffer");
      if (!kept.has(digest.readUInt16LE(0))) continue;
      rows.set(digest.toString("hex"), record.toString());
    }
    return { rows, header: header ?? "" };
  };
  const before = await collect(closed);
  const now = await collect(present);
  for (const digest of [...before.rows.keys()]) {
    if (now.rows.delete(digest)) before.rows.delete(digest);
  }
  const read = kind === "journal" ? readEntry : csvReader(kind, cellsOf(before.header));
  return {
    found: paired(kind, read, [...before.rows.values()], [...now.rows.values()]),
    complete: kept.size === different.size,
  };
}

type Row = {
  id: string;
  currency: string;
  amount: bigint;
  cells: Readonly<Record<string, string>>;
};
type Reader = (record: string) => Row | null;

function paired(
  kind: ClosingFileKind,
  read: Reader,
  before: readonly string[],
  now: readonly string[],
): FoundCorrection[] {
  const rowsOf = (records: readonly string[]) =>
    new Map(
      records.flatMap((record) => {
        const row = read(record);
        return row ? [[row.id, row] as const] : [];
      }),
    );
  const [earlier, present] = [rowsOf(before), rowsOf(now)];
  const ids = [...new Set([...earlier.keys(), ...present.keys()])].sort();
  return ids.map((id) => {
    const [was, is] = [earlier.get(id), present.get(id)];
    return {
      kind,
      rowId: id,
      change: was && is ? ("changed" as const) : was ? ("missing" as const) : ("added" as const),
      currency: (is ?? was)!.currency,
      amountBefore: was?.amount ?? null,
      amountNow: is?.amount ?? null,
      columns:
        was && is
          ? Object.keys(was.cells).filter((name) => was.cells[name] !== is.cells[name])
          : [],
    };
  });
}

/** The columns by which a row is named and summed. */
const COLUMNS = {
  settlement: { id: "balance_transaction_id", amount: "net" },
  interchange: { id: "payment_id", amount: "total_fee" },
  declines: { id: "payment_id", amount: "amount" },
} as const;

function csvReader(kind: Exclude<ClosingFileKind, "journal">, header: readonly string[]): Reader {
  const { id, amount } = COLUMNS[kind];
  return (record) => {
    const values = cellsOf(record);
    const cells = Object.fromEntries(header.map((name, index) => [name, values[index] ?? ""]));
    const currency = cells.currency ?? "";
    return { id: cells[id] ?? "", currency, amount: minorOf(cells[amount] ?? "", currency), cells };
  };
}

const ENTRY =
  /^(\S+) \* \((ltr_\w+)\) ([^\n]*)\n {4}([^\n]*?) {2}(\S+) ([A-Z]{3})\n {4}([^\n]*?) {2}/;

/** Null for a declaration. */
function readEntry(record: string): Row | null {
  const [, day = "", id, about = "", debit = "", figure = "", currency = "", credit = ""] =
    ENTRY.exec(record) ?? [];
  if (!id) return null;
  return {
    id,
    currency,
    amount: minorOf(figure, currency),
    cells: { day, about, debit, credit, amount: figure },
  };
}

/** `-12.50` in minor units, of a file that we wrote. */
function minorOf(text: string, currency: string): bigint {
  const minor = decimalToMinor(text.replace(/^-/, ""), currency) ?? 0n;
  return text.startsWith("-") ? -minor : minor;
}
