import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { callersRead, FIRST_CALLERS } from "../key-reads.ts";
import { KeyScreen } from "./key-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Key",
  reads: ({ mode, id }) => [
    read("/:mode/keys/:id", { mode, id }),
    callersRead(mode, id, FIRST_CALLERS),
  ],
  screen: (id) => <KeyScreen id={id} />,
});

export { generateMetadata, Page as default };
