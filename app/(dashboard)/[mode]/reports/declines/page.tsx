import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../../shared/pages.tsx";
import { asked, DECLINES_FILTERS } from "../report-filters.ts";
import { DeclinesScreen } from "./declines-screen.tsx";

export const metadata = { title: "Declines" };

export default listPage({
  filters: DECLINES_FILTERS,
  read: (mode, filters) => read("/:mode/reports/declines", { mode }, asked(filters)),
  also: (mode, filters) => [read("/:mode/reports/declines/causes", { mode }, asked(filters))],
  screen: <DeclinesScreen />,
});
