import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { SETTLEMENT_REPORT_FILTERS } from "../report-filters.ts";
import { SettlementReportScreen } from "./settlement-report-screen.tsx";

export const metadata = { title: "Settlement report" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SettlementReportPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(SETTLEMENT_REPORT_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/settlement-report", { mode }, values)]}>
      <SettlementReportScreen />
    </Prefetch>
  );
}
