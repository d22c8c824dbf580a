import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { DisputeScreen } from "./dispute-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Dispute",
  reads: ({ mode, id }) => [
    read("/:mode/disputes/:id", { mode, id }),
    read("/:mode/annotations/:id", { mode, id }),
  ],
  screen: (id) => <DisputeScreen id={id} />,
});

export { generateMetadata, Page as default };
