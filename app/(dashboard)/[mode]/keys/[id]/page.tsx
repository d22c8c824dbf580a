import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { KeyScreen } from "./key-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Key",
  reads: ({ mode, id }) => [read("/:mode/keys/:id", { mode, id })],
  screen: (id) => <KeyScreen id={id} />,
});

export { generateMetadata, Page as default };
