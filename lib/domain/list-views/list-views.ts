import { inTransaction, type Tx } from "#db/transact.ts";
import { type Action, recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DEFAULT_VIEWS } from "./default-views.ts";
import * as store from "./store.ts";
import type { ListView, ViewOwner, ViewsOfList } from "./types.ts";

/** Views of one owner and list. */
const MOST_VIEWS = 30;
const LONGEST_NAME = 40;
const LONGEST_QUERY = 2_000;

/** The views of a list for a member: the defaults of the role that are not hidden, the team's, and the member's own. Takes
 *  no lock. */
export async function readListViews(
  ctx: Context,
  list: ViewedList,
  { userId, role }: { userId: string; role: Role },
): Promise<ViewsOfList> {
  const [views, hidden] = await Promise.all([
    store.findViews(ctx, list, userId),
    store.findHidden(ctx, userId),
  ]);
  const isShown = ({ key, roles }: (typeof DEFAULT_VIEWS)[number]) =>
    roles.includes(role) && !hidden.has(key);
  return {
    defaults: DEFAULT_VIEWS.filter((view) => view.list === list && isShown(view)),
    team: views.filter(({ ownerId }) => ownerId === null),
    own: views.filter(({ ownerId }) => ownerId !== null),
  };
}

type Given = Pick<ListView, "list" | "name" | "query">;

/** Saves a view, at the end of the owner's. Throws `parameter_invalid` with the parameter; its `query` must be valid for the
 *  list. Locks the owner's views of the list. */
async function createListViewIn(
  tx: Tx,
  ctx: Context,
  owner: ViewOwner,
  { list, ...given }: Given,
): Promise<ListView> {
  const { name, query } = checked(given);
  const views = await store.lockViews(tx, ctx, list, owner);
  if (views.length >= MOST_VIEWS) {
    throw invalid("list", `A list has at most ${MOST_VIEWS} of these views. Delete one first.`);
  }
  refuseTaken(views, name);
  const ownerId = owner === "team" ? null : owner.userId;
  const view: ListView = { id: newId("lvw"), list, ownerId, name, query };
  await store.insertView(tx, ctx, { ...view, position: views.length });
  await note(tx, ctx, owner, { action: "list_view.created", view, after: { list, name, query } });
  return view;
}

/** Renames a view, or gives it another query. Throws `resource_missing` for another's view, `parameter_invalid` with the
 *  parameter. Locks the view. */
async function changeListViewIn(
  tx: Tx,
  ctx: Context,
  owner: ViewOwner,
  { id, ...changes }: { id: string; name?: string | undefined; query?: string | undefined },
): Promise<ListView> {
  const view = await store.lockView(tx, ctx, id, owner);
  if (!view) throw missing("saved view", id);
  const { name, query } = checked({
    name: changes.name ?? view.name,
    query: changes.query ?? view.query,
  });
  if (name !== view.name) {
    const views = await store.lockViews(tx, ctx, view.list, owner);
    refuseTaken(
      views.filter(({ id }) => id !== view.id),
      name,
    );
  }
  const changed = { ...view, name, query };
  await store.updateView(tx, ctx, changed);
  const before = { name: view.name, query: view.query };
  await note(tx, ctx, owner, {
    action: "list_view.updated",
    view: changed,
    before,
    after: { name, query },
  });
  return changed;
}

/** Deletes a view. Throws `resource_missing` for another's view. Locks the view. */
async function deleteListViewIn(
  tx: Tx,
  ctx: Context,
  owner: ViewOwner,
  id: string,
): Promise<ListView> {
  const view = await store.lockView(tx, ctx, id, owner);
  if (!view) throw missing("saved view", id);
  await store.deleteView(tx, ctx, view.id);
  const { list, name, query } = view;
  await note(tx, ctx, owner, { action: "list_view.deleted", view, before: { list, name, query } });
  return view;
}

/** Puts the owner's views of a list in the order of `ids`, which must be exactly those views. Throws `parameter_invalid`.
 *  Locks them. */
async function orderListViewsIn(
  tx: Tx,
  ctx: Context,
  owner: ViewOwner,
  { list, ids }: { list: ViewedList; ids: readonly string[] },
): Promise<void> {
  const views = await store.lockViews(tx, ctx, list, owner);
  const wanted = ids.map((id) => views.find((view) => view.id === id));
  const found = wanted.filter((view) => view !== undefined);
  if (found.length !== ids.length || new Set(found).size !== views.length) {
    throw invalid("ids", "Name every view of the list once. They have changed: read them again.");
  }
  const [view] = found;
  if (!view) return;
  await store.placeViews(
    tx,
    ctx,
    found.map(({ id }) => id),
  );
  await note(tx, ctx, owner, {
    action: "list_view.updated",
    view: { ...view, name: `Order of ${list}` },
    before: { order: views.map(({ name }) => name).join(", ") },
    after: { order: found.map(({ name }) => name).join(", ") },
  });
}

/** Hides a default view from a member, or shows it again. Throws `parameter_invalid` for an unknown key. */
async function hideDefaultViewIn(
  tx: Tx,
  ctx: Context,
  { userId, key, hidden }: { userId: string; key: string; hidden: boolean },
): Promise<void> {
  if (!DEFAULT_VIEWS.some((view) => view.key === key)) {
    throw invalid("key", "There is no default view with this key.");
  }
  await (hidden ? store.hide : store.unhide)(tx, ctx, userId, key);
}

export const createListView = inTransaction(createListViewIn);
export const changeListView = inTransaction(changeListViewIn);
export const deleteListView = inTransaction(deleteListViewIn);
export const orderListViews = inTransaction(orderListViewsIn);
export const hideDefaultView = inTransaction(hideDefaultViewIn);

/** Two tabs with the same name could not be told apart. */
function refuseTaken(views: readonly ListView[], name: string): void {
  const same = name.toLowerCase();
  const taken = views.find((view) => view.name.toLowerCase() === same);
  if (taken) throw invalid("name", `There is a view ${taken.name} already. Choose another name.`);
}

function checked({ name, query }: Pick<ListView, "name" | "query">) {
  const text = name.trim();
  if (text === "" || [...text].length > LONGEST_NAME || /\p{Cc}/u.test(text)) {
    throw invalid("name", `Enter a name of 1 to ${LONGEST_NAME} characters.`);
  }
  if (query.length > LONGEST_QUERY || /\p{Cc}/u.test(query)) {
    throw invalid("query", `The filter must have at most ${LONGEST_QUERY} characters.`);
  }
  return { name: text, query };
}

type Note = {
  action: Action;
  view: ListView;
  before?: Record<string, string>;
  after?: Record<string, string>;
};

/** The team's views are the account's; a member's own ones concern nobody else. */
async function note(tx: Tx, ctx: Context, owner: ViewOwner, { view, ...change }: Note) {
  if (owner !== "team") return;
  await recordChangeIn(tx, ctx, { ...change, subject: { id: view.id, name: view.name } });
}
