import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { PayoutScreen } from "./payout-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Payout",
  reads: ({ mode, id }) => [
    read("/:mode/payouts/:id", { mode, id }),
    read("/:mode/annotations/:id", { mode, id }),
  ],
  screen: (id) => <PayoutScreen id={id} />,
});

export { generateMetadata, Page as default };
