type Row = Record<string, unknown>;

/** Columns of a table, by what its objects have. */
const COLUMNS = [
  "id",
  "type",
  "event_type",
  "status",
  "amount",
  "currency",
  "net",
  "name",
  "email",
  "url",
  "customer",
  "payment",
  "endpoint",
  "created",
];

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value !== "object") return String(value);
  const { id } = value as { id?: unknown };
  return typeof id === "string" ? id : JSON.stringify(value);
}

/** A table of objects with the columns that they have; a line if there is none. */
export function table(rows: readonly object[]): string {
  if (rows.length === 0) return "None.";
  const known = COLUMNS.filter((name) => rows.some((row) => Object.hasOwn(row, name)));
  const names = known.length > 1 ? known : Object.keys(rows[0]!).slice(0, 8);
  const cells = rows.map((row) => names.map((name) => cell((row as Row)[name])));
  const widths = names.map((name, place) =>
    Math.max(name.length, ...cells.map((line) => line[place]!.length)),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, place) => text.padEnd(widths[place]!))
      .join("  ")
      .trimEnd();
  return [line(names), ...cells.map(line)].join("\n");
}

/** One object: a line for each field. */
export function fields(object: object): string {
  const entries = Object.entries(object);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => {
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      return `${name.padEnd(width)}  ${text}`;
    })
    .join("\n");
}
