import type { Id } from "#lib/kernel/ids.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";

/** A saved view: the query of a list's address under a name. */
export type ListView = {
  id: Id<"lvw">;
  list: ViewedList;
  /** The member whose view it is; null for the team's. */
  ownerId: string | null;
  name: string;
  query: string;
};

/** A view that every member of some roles has until they hide it. */
export type DefaultView = {
  key: string;
  list: ViewedList;
  name: string;
  query: string;
  roles: readonly Role[];
};

/** The views of a list for one member, in the order of their tabs. */
export type ViewsOfList = { defaults: DefaultView[]; team: ListView[]; own: ListView[] };

/** The owner of views: a member, or the team. */
export type ViewOwner = { userId: string } | "team";
