import { type BatchPageView, type PayoutListView, read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { BatchScreen } from "./batch-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Batch",
  reads: ({ mode, id }) => [
    read<BatchPageView>(`/${mode}/payout-batches/${id}`),
    read<PayoutListView>(`/${mode}/payouts`, { batch: id }),
  ],
  screen: (id) => <BatchScreen id={id} />,
});

export { generateMetadata, Page as default };
