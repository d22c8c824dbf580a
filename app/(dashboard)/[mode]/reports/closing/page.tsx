import { listPage } from "../../shared/pages.tsx";
import { closingsRead } from "../report-reads.ts";
import { ClosingScreen } from "./closing-screen.tsx";

export const metadata = { title: "Closing" };

export default listPage({ read: closingsRead, screen: <ClosingScreen /> });
