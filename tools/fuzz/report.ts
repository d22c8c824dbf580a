import type { Finding, Report } from "./run-fuzz.ts";

const LONGEST = 600;

const byCount = (counts: Map<string, number>) =>
  [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b));

/** The number of responses by status, as a table. */
export function describeReport(report: Report): string {
  const table = (title: string, counts: Map<string, number>) => [
    "",
    title,
    ...byCount(counts).map(([name, count]) => `  ${String(count).padStart(7)}  ${name}`),
  ];
  return [
    `${report.requests} requests, ${report.refused} refused, ${report.replays} replays, slowest ${Math.round(report.slowestMs)} ms, ${report.findings.length} findings`,
    ...table("Answers", report.answers),
    ...table("Requests", report.kinds),
  ].join("\n");
}

/** One finding, with what is needed to reproduce it. */
export function describeFinding({ number, request, status, problem }: Finding): string {
  const { kind, method, path, headers, body } = request;
  const shown =
    typeof body === "string" ? body : body === null ? "" : Buffer.from(body).toString("hex");
  return [
    `#${number} (${kind}) → ${status}: ${problem.slice(0, LONGEST)}`,
    `  ${method} ${path.slice(0, LONGEST)}`,
    `  ${JSON.stringify({ ...headers, Authorization: "…" }).slice(0, LONGEST)}`,
    `  ${JSON.stringify(shown).slice(0, LONGEST)}`,
  ].join("\n");
}
