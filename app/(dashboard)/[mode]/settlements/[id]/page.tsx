import { readFilters } from "#components/filters/filters.ts";
import { type EntryListView, read, type SettlementView } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { ROW_FILTERS, VIEW_KEY } from "./row-filters.ts";
import { SettlementScreen } from "./settlement-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Settlement",
  reads: ({ mode, id, search }) => {
    const path = `/${mode}/settlements/${id}`;
    const rows = read<EntryListView>(`${path}/rows`, readFilters(ROW_FILTERS, search));
    const settlement = read<SettlementView>(path);
    return search[VIEW_KEY] === "transactions" ? [settlement, rows] : [settlement];
  },
  screen: (id) => <SettlementScreen id={id} />,
});

export { generateMetadata, Page as default };
