export { enterExport, STALLED_MS } from "./enter-export.ts";
export { exportList } from "./export-list.ts";
