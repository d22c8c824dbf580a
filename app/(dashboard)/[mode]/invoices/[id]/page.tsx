import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { InvoiceScreen } from "./invoice-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Invoice",
  reads: ({ mode, id }) => [read("/:mode/invoices/:id", { mode, id })],
  screen: (id) => <InvoiceScreen id={id} />,
});

export { generateMetadata, Page as default };
