import {
  exportReport,
  FILTER_NAMES,
  type FilterName,
  type ReportQuery,
  readReport,
} from "#lib/domain/reports/index.ts";
import { type ReportQueryWire, readReportRoute } from "#lib/wire/contract/reports.ts";
import { endpoint } from "../pipeline/serve.ts";

export const reportEndpoints = [
  endpoint(readReportRoute, async ({ ctx, query, wantsCsv, sendCsv, list }) => {
    const { limit, starting_after: startingAfter } = query;
    if (wantsCsv) return sendCsv(() => exportReport(ctx, toReportQuery(query)));
    return list(
      await readReport(ctx, toReportQuery(query), { limit, startingAfter }),
      (row) => row,
    );
  }),
];

function toReportQuery(query: ReportQueryWire): ReportQuery {
  const { type, from, to, timezone, status, layout, group_by: groupBy, columns } = query;
  const given = FILTER_NAMES.filter((name) => query[name] !== undefined);
  const filters = Object.fromEntries(
    given.map((name: FilterName) => [name, query[name]!]),
  ) as ReportQuery["filters"];
  return { type, from, to, timezone, status, layout, groupBy, columns, filters };
}
