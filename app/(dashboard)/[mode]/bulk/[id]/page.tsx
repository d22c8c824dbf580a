import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { BulkJobScreen } from "./bulk-job-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Bulk action",
  reads: ({ mode, id }) => [
    read("/:mode/bulk-jobs/:id", { mode, id }),
    read("/:mode/bulk-jobs/:id/objects", { mode, id }),
  ],
  screen: (id) => <BulkJobScreen id={id} />,
});

export { generateMetadata, Page as default };
