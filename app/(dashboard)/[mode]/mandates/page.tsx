import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { MANDATE_FILTERS } from "./mandate-filters.ts";
import { MandatesScreen } from "./mandates-screen.tsx";

export const metadata = { title: "Mandates" };

export default listPage({
  filters: MANDATE_FILTERS,
  read: (mode, filters) => read("/:mode/mandates", { mode }, filters),
  screen: <MandatesScreen />,
});
