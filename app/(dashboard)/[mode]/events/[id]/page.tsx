import { detailPage } from "../../shared/pages.tsx";
import { eventRead } from "../../webhooks/hook-reads.ts";
import { EventScreen } from "./event-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Event",
  reads: ({ mode, id }) => [eventRead(mode, id)],
  screen: (id) => <EventScreen id={id} />,
});

export { generateMetadata, Page as default };
