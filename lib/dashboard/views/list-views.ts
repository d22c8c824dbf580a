import type { ListView, ViewsOfList } from "#lib/domain/list-views/index.ts";
import type { MatchCount } from "../lists/viewed.ts";

/** In the order of the question; null where counting took too long or the filter is not valid any more. */
export type CountsView = { counts: (MatchCount | null)[] };

/** A tab: a default of the role (its key is the id), the team's view, or the member's own one. */
export type ListViewView = {
  id: string;
  kind: "default" | "team" | "own";
  name: string;
  query: string;
};

export function listViewView({ id, ownerId, name, query }: ListView): ListViewView {
  return { id, kind: ownerId === null ? "team" : "own", name, query };
}

/** In the order of the tabs. */
export type ListViewsView = { views: ListViewView[] };

export function listViewsView({ defaults, team, own }: ViewsOfList): ListViewsView {
  const ofRole = defaults.map(
    ({ key, name, query }): ListViewView => ({ id: key, kind: "default", name, query }),
  );
  return { views: [...ofRole, ...team.map(listViewView), ...own.map(listViewView)] };
}
