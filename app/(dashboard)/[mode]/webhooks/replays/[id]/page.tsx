import { detailPage } from "../../../shared/pages.tsx";
import { replayRead } from "../../hook-reads.ts";
import { ReplayScreen } from "./replay-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Replay",
  reads: ({ mode, id }) => [replayRead(mode, id)],
  screen: (id) => <ReplayScreen id={id} />,
});

export { generateMetadata, Page as default };
