"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { withoutCursors } from "#components/filters/filters.ts";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { Button } from "#components/ui/button.tsx";
import { statusWord } from "#components/ui/status-labels.ts";
import { read } from "#lib/dashboard/client.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import { useSession } from "../../session.tsx";

/** Most statuses that are offered. */
const MOST = 3;

type Props = { path: ListPath; of: string | undefined; filters: UrlFilters };

/** In an empty list with a status filter: the statuses in which the other filters find something, each with its exact
 *  number, to show instead. Nothing without a status filter, or where no status has rows. */
export function OtherStatuses({ path, of, filters }: Props) {
  const { mode } = useSession();
  const { status: wanted, ...others } = withoutCursors(filters.values);
  const readOf = (query: object) => read(path, { mode, id: of ?? "" } as never, query as never);
  const all = useQuery({ ...readOf(others), enabled: Boolean(wanted) });
  const statuses = wanted ? statusesIn(all.data).slice(0, MOST) : [];
  const counts = useQueries({
    queries: statuses.map((status) => readOf({ ...others, status })),
  });
  return statuses.map((status, index) => {
    const total = totalOf(counts[index]?.data);
    if (total === 0) return null;
    return (
      <Button key={status} onClick={() => filters.set("status", status)}>
        Show {countText(total)} with status {statusWord(status)}
      </Button>
    );
  });
}

/** The different statuses of the rows of a page, whatever its list. */
function statusesIn(page: object | undefined): string[] {
  const rows: unknown[] = Object.values(page ?? {}).flatMap((part) =>
    Array.isArray(part) ? part : [],
  );
  const found = rows.map((row) =>
    typeof row === "object" && row !== null && "status" in row ? row.status : null,
  );
  return [...new Set(found)].filter((status) => typeof status === "string");
}

const totalOf = (page: object | undefined) =>
  page && "total" in page && typeof page.total === "number" ? page.total : 0;
