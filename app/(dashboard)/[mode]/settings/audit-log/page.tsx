import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../../shared/pages.tsx";
import { auditFilters } from "./audit-filters.ts";
import { AuditLogScreen } from "./audit-log-screen.tsx";

export const metadata = { title: "Audit log" };

export default listPage({
  filters: auditFilters(),
  read: (_mode, filters) => read("/audit", {}, filters),
  screen: <AuditLogScreen />,
});
