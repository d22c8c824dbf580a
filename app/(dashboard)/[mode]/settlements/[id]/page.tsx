import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { ROW_FILTERS, VIEW_KEY } from "./row-filters.ts";
import { SettlementScreen } from "./settlement-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Settlement",
  reads: ({ mode, id, search }) => {
    const filters = readFilters(ROW_FILTERS, search);
    const rows = read("/:mode/settlements/:id/rows", { mode, id }, filters);
    const settlement = read("/:mode/settlements/:id", { mode, id });
    return search[VIEW_KEY] === "transactions" ? [settlement, rows] : [settlement];
  },
  screen: (id) => <SettlementScreen id={id} />,
});

export { generateMetadata, Page as default };
