import { apiApp } from "#lib/api/app.ts";
import { trailersOf } from "#lib/kernel/file-response.ts";

type ReportFile = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** Null for an error. */
  rows: Record<string, string>[] | null;
  trailers: Record<string, string> | undefined;
};

/** Requests a report as CSV through the whole pipeline, in process. */
export async function takeCsv(
  key: string | null,
  query: string,
  headers: Record<string, string> = { Accept: "text/csv" },
): Promise<ReportFile> {
  const request = new Request(`http://localhost/v1/reports?${query}`, {
    headers: { ...headers, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
  });
  const response = await apiApp.fetch(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    rows: response.status === 200 ? readCsvObjects(text) : null,
    trailers: trailersOf(request)?.values(),
  };
}

/** Parses CSV strictly by RFC 4180: rows of cells, each with its text and whether it was quoted. Throws where a
 *  spreadsheet would have to guess. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let i = 0;
  while (i < text.length) {
    const { value, end } = text[i] === '"' ? quoted(text, i) : plain(text, i);
    row.push(value);
    i = end;
    if (text[i] === ",") {
      i++;
      if (i === text.length) throw new Error("the file ends in a row");
    } else if (text[i] === "\n") {
      rows.push(row);
      row = [];
      i++;
      // An empty line is a row of one empty cell.
    } else throw new Error(`a cell ends at ${i} without a comma or a line's end`);
  }
  return rows;
}

/** The rows as objects by column name. */
export function readCsvObjects(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`a row has ${row.length} cells`);
    return Object.fromEntries(header.map((name, i) => [name, row[i]!]));
  });
}

function plain(text: string, start: number) {
  let end = start;
  while (end < text.length && text[end] !== "," && text[end] !== "\n") {
    if (text[end] === '"' || text[end] === "\r") throw new Error(`unquoted ${text[end]} at ${end}`);
    end++;
  }
  return { value: text.slice(start, end), end };
}

function quoted(text: string, start: number) {
  let value = "";
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] !== '"') value += text[i];
    else if (text[i + 1] === '"') value += text[i++];
    else return { value, end: i + 1 };
  }
  throw new Error(`the quote at ${start} is never closed`);
}
