export { checkAllBooks, checkBooks } from "./check-books.ts";
export { bookSigner, publicBookKeys, rotateBookKey } from "./signing/keys.ts";
export { listChecks as readBookChecks, listSubjects as bookSubjects } from "./store.ts";
export type { BookCheck, CheckSubject, Finding, Part } from "./types.ts";
export { readFindings } from "./walk-books.ts";
export { countFindings } from "./walk-store.ts";
export { wrongRows } from "./wrong-rows.ts";
