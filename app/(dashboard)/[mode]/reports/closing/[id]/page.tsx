import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../../shared/pages.tsx";
import { ClosedMonthScreen } from "./closed-month-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Closing",
  reads: ({ mode, id }) => [
    read("/:mode/closings/:id", { mode, id }),
    read("/:mode/closings/:id/corrections", { mode, id }),
  ],
  screen: (id) => <ClosedMonthScreen id={id} />,
});

export { generateMetadata, Page as default };
