import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { TimelineScreen } from "./timeline-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Timeline",
  reads: ({ mode, id }) => [read("/:mode/timelines/:id", { mode, id })],
  screen: (id) => <TimelineScreen id={id} />,
});

export { generateMetadata, Page as default };
