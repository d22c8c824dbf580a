import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { MandateScreen } from "./mandate-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Mandate",
  reads: ({ mode, id }) => [read("/:mode/mandates/:id", { mode, id })],
  screen: (id) => <MandateScreen id={id} />,
});

export { generateMetadata, Page as default };
