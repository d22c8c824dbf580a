import { read } from "#lib/dashboard/client.ts";
import { detailPage } from "../../../shared/pages.tsx";
import { AlertRuleScreen } from "./alert-rule-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Alert rule",
  reads: ({ mode, id }) => [read("/:mode/alert-rules/:id", { mode, id })],
  screen: (id) => <AlertRuleScreen id={id} />,
});

export { generateMetadata, Page as default };
