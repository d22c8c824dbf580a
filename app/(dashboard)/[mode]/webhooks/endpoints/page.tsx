import { listPage } from "../../shared/pages.tsx";
import { endpointsRead } from "../hook-reads.ts";
import { EndpointsScreen } from "./endpoints-screen.tsx";

export const metadata = { title: "Webhook endpoints" };

export default listPage({ read: (mode) => endpointsRead(mode), screen: <EndpointsScreen /> });
