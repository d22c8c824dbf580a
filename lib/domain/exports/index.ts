export { enterExport, exportList, STALLED_MS } from "./export-list.ts";
