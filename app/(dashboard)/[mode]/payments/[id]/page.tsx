import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { PaymentScreen } from "./payment-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Payment",
  reads: ({ mode, id }) => [
    read("/:mode/payments/:id", { mode, id }),
    read("/:mode/annotations/:id", { mode, id }),
  ],
  screen: (id) => <PaymentScreen id={id} />,
});

export { generateMetadata, Page as default };
