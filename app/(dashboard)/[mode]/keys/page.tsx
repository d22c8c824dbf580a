import { read } from "#lib/dashboard/client.ts";
import { listPage } from "../shared/pages.tsx";
import { KeysScreen } from "./keys-screen.tsx";

export const metadata = { title: "Keys" };

export default listPage({
  read: (mode) => read("/:mode/keys", { mode }),
  screen: <KeysScreen />,
});
