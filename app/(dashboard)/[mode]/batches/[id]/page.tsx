import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { BatchScreen } from "./batch-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Batch",
  reads: ({ mode, id }) => [
    read("/:mode/payout-batches/:id", { mode, id }),
    read("/:mode/payouts", { mode }, { batch: id }),
  ],
  screen: (id) => <BatchScreen id={id} />,
});

export { generateMetadata, Page as default };
