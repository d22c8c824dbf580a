import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { BATCH_FILTERS } from "./batch-filters.ts";
import { BatchesScreen } from "./batches-screen.tsx";

export const metadata = { title: "Batches" };

export default listPage({
  filters: BATCH_FILTERS,
  read: (mode, filters) => read("/:mode/payout-batches", { mode }, filters),
  screen: <BatchesScreen />,
});
