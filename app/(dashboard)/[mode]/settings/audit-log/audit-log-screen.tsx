"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { NothingYet } from "../../shared/list-states.tsx";
import { AUDIT_COLUMNS } from "./audit-columns.tsx";
import { auditFilters } from "./audit-filters.ts";

const FILTERS = auditFilters();

/** Every change of the account in both modes: actor, time, address, and the values before. */
export function AuditLogScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(FILTERS);
  const columns = useColumns(AUDIT_COLUMNS, "audit");
  const query = useQuery({
    ...read("/audit", {}, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Audit log"
      noun="audit log entries"
      path="/audit"
      query={query}
      page={list}
      rows={list?.entries}
      columns={columns}
      filters={{ ...filters, defs: auditFilters(list?.actors) }}
      rowHref={(row) => `/${mode}/settings/audit-log/${row.id}`}
      note="Every change and every sign-in, of test and live mode. Never edited, never deleted."
      empty={
        <NothingYet noun="audit log entries" ofBothModes>
          Changes that members make here are listed with the values before and after, as are changes
          that API keys make to keys, endpoints, versions and disputes.
        </NothingYet>
      }
    />
  );
}
