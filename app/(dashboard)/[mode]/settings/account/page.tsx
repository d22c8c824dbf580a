import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { AccountScreen } from "./account-screen.tsx";

export const metadata = { title: "Account" };

export default function AccountPage() {
  return (
    <Prefetch reads={[read("/account")]}>
      <AccountScreen />
    </Prefetch>
  );
}
