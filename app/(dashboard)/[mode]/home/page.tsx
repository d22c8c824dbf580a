import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { HOME_FILTERS } from "./home-filters.ts";
import { HomeScreen } from "./home-screen.tsx";

export const metadata = { title: "Home" };

export default listPage({
  filters: HOME_FILTERS,
  read: (mode, filters) => read("/:mode/home", { mode }, filters),
  screen: <HomeScreen />,
});
