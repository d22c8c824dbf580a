export {
  changeListView,
  createListView,
  deleteListView,
  hideDefaultView,
  orderListViews,
  readListViews,
} from "./list-views.ts";
export type { ListView, ViewOwner, ViewsOfList } from "./types.ts";
