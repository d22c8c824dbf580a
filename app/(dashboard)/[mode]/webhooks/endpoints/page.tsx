import { listPage } from "../../shared/pages.tsx";
import { COMPLETENESS_FILTERS } from "../hook-filters.ts";
import { completenessRead, endpointsRead } from "../hook-reads.ts";
import { EndpointsScreen } from "./endpoints-screen.tsx";

export const metadata = { title: "Webhook endpoints" };

export default listPage({
  filters: COMPLETENESS_FILTERS,
  read: (mode) => endpointsRead(mode),
  following: (mode, filters) => [completenessRead(mode, filters)],
  screen: <EndpointsScreen />,
});
