/** Whether a request asks for a file: `format` says so, or else what it accepts. */
export function wantsCsv(request: Request): boolean {
  const format = new URL(request.url).searchParams.get("format");
  if (format !== null) return format === "csv";
  const accept = request.headers.get("accept") ?? "";
  const csv = weightOf(accept, "text/csv");
  return csv > 0 && csv > weightOf(accept, "application/json");
}

/** How much a client wants a kind of answer, if it names it: 0 to 1 (RFC 9110 §12.5.1). */
function weightOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    if (name !== type) continue;
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}
