import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { auditFilters } from "./audit-filters.ts";
import { AuditLogScreen } from "./audit-log-screen.tsx";

export const metadata = { title: "Audit log" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AuditLogPage({ searchParams }: Props) {
  const values = readFilters(auditFilters(), await searchParams);
  return (
    <Prefetch reads={[read("/audit", {}, values)]}>
      <AuditLogScreen />
    </Prefetch>
  );
}
