import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../../shared/pages.tsx";
import { SETTLEMENT_REPORT_FILTERS } from "../report-filters.ts";
import { SettlementReportScreen } from "./settlement-report-screen.tsx";

export const metadata = { title: "Settlement report" };

export default listPage({
  filters: SETTLEMENT_REPORT_FILTERS,
  read: (mode, filters) => read("/:mode/settlement-report", { mode }, filters),
  screen: <SettlementReportScreen />,
});
