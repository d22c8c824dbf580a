import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../../shared/pages.tsx";
import { RetryJobScreen } from "./retry-job-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Retries",
  reads: ({ mode, id }) => [
    read("/:mode/payment-retries/:id", { mode, id }),
    read("/:mode/payment-retries/:id/payments", { mode, id }),
  ],
  screen: (id) => <RetryJobScreen id={id} />,
});

export { generateMetadata, Page as default };
