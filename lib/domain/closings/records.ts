const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Cuts a file into records with their line ends: lines of CSV, where a quoted cell may hold line ends, or the blocks of a
 * journal, which end with an empty line. A record is valid until the next one is taken.
 */
export async function* recordsOf(
  chunks: AsyncIterable<Buffer>,
  form: "csv" | "blocks",
): AsyncGenerator<Buffer> {
  const ends = form === "csv" ? csvEnds() : blockEnds();
  let rest: Buffer | null = null;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (!ends(chunk[at]!)) continue;
      const own = chunk.subarray(start, at + 1);
      yield rest ? Buffer.concat([rest, own]) : own;
      rest = null;
      start = at + 1;
    }
    if (start === chunk.length) continue;
    const own = chunk.subarray(start);
    // A copy, because the memory of the chunk is reused.
    rest = rest ? Buffer.concat([rest, own]) : Buffer.from(own);
  }
  if (rest) yield rest;
}

function csvEnds() {
  let isQuoted = false;
  return (byte: number) => {
    if (byte === QUOTE) isQuoted = !isQuoted;
    return byte === NEWLINE && !isQuoted;
  };
}

function blockEnds() {
  let before = 0;
  return (byte: number) => {
    const ends = byte === NEWLINE && before === NEWLINE;
    before = ends ? 0 : byte;
    return ends;
  };
}

/** The cells of one CSV record as PostgreSQL writes it. */
export function cellsOf(record: string): string[] {
  const cells: string[] = [];
  const line = record.endsWith("\n") ? record.slice(0, -1) : record;
  const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/gy;
  for (let found = cell.exec(line); found; found = cell.exec(line)) {
    cells.push(found[1] === undefined ? (found[2] ?? "") : found[1].replaceAll('""', '"'));
    if (cell.lastIndex >= line.length) break;
  }
  return cells;
}
