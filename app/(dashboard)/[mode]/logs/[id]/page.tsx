import { detailPage } from "../../shared/pages.tsx";
import { requestRead } from "../log-reads.ts";
import { RequestScreen } from "./request-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Request",
  reads: ({ mode, id }) => [requestRead(mode, id)],
  screen: (id) => <RequestScreen id={id} />,
});

export { generateMetadata, Page as default };
