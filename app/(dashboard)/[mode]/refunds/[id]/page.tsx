import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { RefundScreen } from "./refund-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Refund",
  reads: ({ mode, id }) => [read("/:mode/refunds/:id", { mode, id })],
  screen: (id) => <RefundScreen id={id} />,
});

export { generateMetadata, Page as default };
