import { read, type TraceView } from "#lib/dashboard/client.ts";
import { detailPage } from "../../shared/pages.tsx";
import { TimelineScreen } from "./timeline-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Timeline",
  reads: ({ mode, id }) => [read<TraceView>(`/${mode}/timelines/${id}`)],
  screen: (id) => <TimelineScreen id={id} />,
});

export { generateMetadata, Page as default };
