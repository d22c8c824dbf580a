import { exportReport } from "#lib/domain/reports/index.ts";
import { csvHead, csvResponse } from "#lib/kernel/file-response.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readReportQuery } from "../report-query.ts";
import { routesAt } from "../typed-routes.ts";

export const reportRoutes = routesAt("/:mode/reports");

/** Every row of a report, as it is on the screen, straight to who asks. */
reportRoutes.get("/export", requireRole("download_reports"), async (c) => {
  const query = readReportQuery((name) => c.req.query(name), c.get("membership").timezone);
  if (c.req.method === "HEAD") return csvHead({});
  return csvResponse(c.req.raw, await exportReport(c.get("ctx"), query), {});
});
