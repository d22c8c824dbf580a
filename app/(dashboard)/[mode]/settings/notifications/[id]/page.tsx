import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../../shared/pages.tsx";
import { NotificationScreen } from "./notification-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Notification",
  reads: ({ id }) => [read("/notifications/:id", { id })],
  screen: (id) => <NotificationScreen id={id} />,
});

export { generateMetadata, Page as default };
