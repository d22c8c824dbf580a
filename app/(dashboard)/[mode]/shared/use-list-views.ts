import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { ListViewView } from "#lib/dashboard/views/list-views.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { useSession } from "../../session.tsx";

/** Parameters that a view does not keep: the page, and following new rows. */
const NOT_OF_VIEW = ["after", "before", "live"];

/** The part of an address that a view keeps: filters, columns and order. */
export function viewQuery(search: URLSearchParams | string): string {
  const next = new URLSearchParams(search);
  for (const key of NOT_OF_VIEW) next.delete(key);
  return next.toString();
}

/** Two queries with the same names and values are one view. */
function canonical(query: string): string {
  const params = new URLSearchParams(viewQuery(query));
  params.sort();
  return params.toString();
}

/** The saved views of a list, and the one whose query the address has. */
export function useListViews(list: ViewedList) {
  const { mode } = useSession();
  const search = useSearchParams();
  const { data } = useQuery(read("/:mode/list-views", { mode }, { list }));
  const query = canonical(search.toString());
  return useMemo(() => {
    const views = data?.views ?? [];
    const active = query === "" ? undefined : views.find((one) => canonical(one.query) === query);
    return { views, active, search: search.toString() };
  }, [data, query, search]);
}

type Change = Pick<ListViewView, "id"> & { name?: string; query?: string };

/** Changes of saved views; each reads the tabs again. */
export function useViewChanges(list: ViewedList) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const after = async <T>(change: Promise<T>): Promise<T> => {
    const made = await change;
    await queries.invalidateQueries(readsUnder(`/${mode}/list-views`));
    return made;
  };
  const isTeam = ({ kind }: Pick<ListViewView, "kind">) => kind === "team";
  return {
    save: (view: Pick<ListViewView, "kind" | "name" | "query">) => {
      const body = { list, name: view.name, query: view.query };
      return after(
        isTeam(view)
          ? client.post("/:mode/team-views", { mode }, body)
          : client.post("/:mode/list-views", { mode }, body),
      );
    },
    change: (kind: ListViewView["kind"], { id, ...changes }: Change) => {
      const body = { list, ...changes };
      return after(
        isTeam({ kind })
          ? client.post("/:mode/team-views/:id", { mode, id }, body)
          : client.post("/:mode/list-views/:id", { mode, id }, body),
      );
    },
    remove: ({ kind, id }: ListViewView) =>
      after(
        isTeam({ kind })
          ? client.post("/:mode/team-views/:id/delete", { mode, id })
          : client.post("/:mode/list-views/:id/delete", { mode, id }),
      ),
    order: (kind: ListViewView["kind"], ids: readonly string[]) =>
      after(
        isTeam({ kind })
          ? client.post("/:mode/team-views/order", { mode }, { list, ids })
          : client.post("/:mode/list-views/order", { mode }, { list, ids }),
      ),
    hide: (key: string, hidden: boolean) =>
      after(client.post("/:mode/list-views/hidden", { mode }, { key, hidden })),
  };
}
