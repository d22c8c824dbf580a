export { checkAllBooks, checkBooks } from "./check-books.ts";
export { listChecks as readBookChecks } from "./store.ts";
export type { BookCheck, CheckSubject } from "./types.ts";
