export { deleteLayout, findLayouts, saveLayout } from "./store.ts";
export type { ListLayout, ListLayouts } from "./types.ts";
