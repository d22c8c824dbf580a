import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../../shared/pages.tsx";
import { TeamScreen } from "./team-screen.tsx";

export const metadata = { title: "Team" };

export default listPage({ read: () => read("/team"), screen: <TeamScreen /> });
