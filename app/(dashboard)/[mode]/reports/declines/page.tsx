import { type DeclinesView, read } from "#lib/dashboard/client.ts";
import { listPage } from "../../shared/pages.tsx";
import { asked, DECLINES_FILTERS } from "../report-filters.ts";
import { DeclinesScreen } from "./declines-screen.tsx";

export const metadata = { title: "Declines" };

export default listPage({
  filters: DECLINES_FILTERS,
  read: (mode, filters) => read<DeclinesView>(`/${mode}/reports/declines`, asked(filters)),
  screen: <DeclinesScreen />,
});
