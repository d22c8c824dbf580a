import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { SecurityScreen } from "./security-screen.tsx";

export const metadata = { title: "Security" };

export default function SecurityPage() {
  return (
    <Prefetch reads={[read("/security")]}>
      <SecurityScreen />
    </Prefetch>
  );
}
