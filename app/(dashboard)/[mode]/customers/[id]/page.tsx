import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { CustomerScreen } from "./customer-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Customer",
  reads: ({ mode, id }) => [
    read("/:mode/customers/:id", { mode, id }),
    read("/:mode/annotations/:id", { mode, id }),
  ],
  screen: (id) => <CustomerScreen id={id} />,
});

export { generateMetadata, Page as default };
