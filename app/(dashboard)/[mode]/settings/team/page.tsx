import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { TeamScreen } from "./team-screen.tsx";

export const metadata = { title: "Team" };

export default function TeamPage() {
  return (
    <Prefetch reads={[read("/team")]}>
      <TeamScreen />
    </Prefetch>
  );
}
