import { listPage } from "../../shared/pages.tsx";
import { replaysRead } from "../hook-reads.ts";
import { ReplaysScreen } from "./replays-screen.tsx";

export const metadata = { title: "Replays" };

export default listPage({ read: replaysRead, screen: <ReplaysScreen /> });
