import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { SubscriptionScreen } from "./subscription-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Subscription",
  reads: ({ mode, id }) => [read("/:mode/subscriptions/:id", { mode, id })],
  screen: (id) => <SubscriptionScreen id={id} />,
});

export { generateMetadata, Page as default };
