import { browseAudit, getAuditEntry } from "#lib/domain/audit/index.ts";
import { readPageParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { auditList } from "../lists/people.ts";
import { requireRole } from "../middleware/require-role.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { auditActorView, auditEntryView } from "../views/audit.ts";

/** Who changed what, in both modes. */
export const auditRoutes = routesAt("/audit");

auditRoutes.app.use(requireRole("read_audit_log"));

auditRoutes.get("/", async (c) => {
  const found = await browseAudit(c.get("membership"), auditList.filter(c), readPageParam(c));
  const { rows, actors, total, older, newer } = found;
  return reply(c, {
    entries: rows.map(auditEntryView),
    actors: actors.map(auditActorView),
    total,
    older,
    newer,
  });
});

addExport(auditRoutes, auditList, "read_audit_log");

auditRoutes.get("/:id", async (c) =>
  reply(c, auditEntryView(await getAuditEntry(c.get("membership"), c.req.param("id")))),
);
