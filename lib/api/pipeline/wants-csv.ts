/** Whether a request asks for CSV: by `format`, else by `Accept`. */
export function wantsCsv(request: Request): boolean {
  const format = new URL(request.url).searchParams.get("format");
  if (format !== null) return format === "csv";
  const accept = request.headers.get("accept") ?? "";
  const csv = weightOf(accept, "text/csv");
  return csv > 0 && csv > weightOf(accept, "application/json");
}

/** The weight of a media type in `Accept`, 0 to 1 (RFC 9110 §12.5.1); 0 if it is not named. */
function weightOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    if (name !== type) continue;
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}
