import { Hono } from "hono";
import {
  type AuditFilter,
  auditCsv,
  browseAudit,
  getAuditEntry,
  SUBJECTS,
} from "#lib/domain/audit/index.ts";
import { streamOf } from "#lib/kernel/csv.ts";
import { csvHeaders } from "#lib/kernel/file-response.ts";
import { MODES } from "#lib/kernel/mode.ts";
import { readChoices, readPageParam, readRealPeriod, readText, readWords } from "../list-params.ts";
import { requireRole } from "../middleware/require-role.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import { type AuditListView, auditActorView, auditEntryView } from "../views/audit.ts";

/** Who changed what, in both modes. */
export const auditRoutes = new Hono<DashboardEnv>();

auditRoutes.use(requireRole("read_audit_log"));

auditRoutes.get("/", async (c) => {
  const found = await browseAudit(c.get("membership"), readFilter(c), readPageParam(c));
  const { rows, actors, total, older, newer } = found;
  return c.json<AuditListView>({
    entries: rows.map(auditEntryView),
    actors: actors.map(auditActorView),
    total,
    older,
    newer,
  });
});

/** All that the filters leave, as a file. */
auditRoutes.get("/export", (c) => {
  const pieces = auditCsv(c.get("membership"), readFilter(c));
  return c.body(streamOf(pieces), 200, csvHeaders("audit-log.csv"));
});

auditRoutes.get("/:id", async (c) =>
  c.json(auditEntryView(await getAuditEntry(c.get("membership"), c.req.param("id")))),
);

function readFilter(c: DashboardContext): AuditFilter {
  return {
    actors: readWords(c, "actor"),
    subjects: readChoices(c, "about", SUBJECTS),
    modes: readChoices(c, "mode", MODES),
    created: readRealPeriod(c),
    search: readText(c, "q"),
  };
}
