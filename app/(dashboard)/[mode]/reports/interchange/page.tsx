import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../../shared/pages.tsx";
import { INTERCHANGE_FILTERS } from "../report-filters.ts";
import { InterchangeScreen } from "./interchange-screen.tsx";

export const metadata = { title: "Interchange++" };

export default listPage({
  filters: INTERCHANGE_FILTERS,
  read: (mode, filters) => read("/:mode/reports/interchange", { mode }, filters),
  following: (mode, filters) => [
    read("/:mode/reports/interchange/most-expensive", { mode }, filters),
  ],
  screen: <InterchangeScreen />,
});
