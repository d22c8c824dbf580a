import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../../shared/pages.tsx";
import { AuditEntryScreen } from "./audit-entry-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Change",
  reads: ({ id }) => [read("/audit/:id", { id })],
  screen: (id) => <AuditEntryScreen id={id} />,
});

export { generateMetadata, Page as default };
