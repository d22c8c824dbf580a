export {
  checkClosing,
  checkClosingIn,
  closeMonth,
  closeMonthIn,
  getClosing,
  listClosings,
  listCorrections,
  openClosingFile,
} from "./close-month.ts";
export { listMonths, type Month } from "./list-months.ts";
export { dueClosings, isCheckDue } from "./run-closing.ts";
export type {
  ClosingDetail,
  ClosingFile,
  Correction,
  CorrectionTotal,
  MonthClosing,
} from "./types.ts";
