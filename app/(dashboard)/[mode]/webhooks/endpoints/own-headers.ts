import { RequestFailed } from "#lib/dashboard/client.ts";

/** Headers as they are typed in a form: one `Name: value` a line, and the names of those to remove. */
export type TypedHeaders = { lines: string; removed: readonly string[] };

export const NO_HEADERS: TypedHeaders = { lines: "", removed: [] };

/** The headers to send, an empty value for each to remove; undefined if nothing changes. Throws for a line without a name or value. */
export function headersToSend({
  lines,
  removed,
}: TypedHeaders): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.fromEntries(removed.map((name) => [name, ""]));
  for (const line of lines.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const [, name, value] = /^([^:\s]+):\s*(\S.*)$/.exec(line) ?? [];
    if (!name || !value) {
      const message = "Write each header on its own line as Name: value.";
      throw new RequestFailed(400, null, { message, param: "headers" });
    }
    headers[name] = value;
  }
  return Object.keys(headers).length > 0 ? headers : undefined;
}
