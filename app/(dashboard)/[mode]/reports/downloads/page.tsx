import { listPage } from "../../shared/pages.tsx";
import { downloadsRead } from "../report-reads.ts";
import { DownloadsScreen } from "./downloads-screen.tsx";

export const metadata = { title: "Downloads" };

export default listPage({ read: downloadsRead, screen: <DownloadsScreen /> });
