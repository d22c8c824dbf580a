import { VERSIONS } from "../../../../../docs/api/reference.ts";
import { detailPage } from "../../../shared/pages.tsx";
import { deliveriesRead, endpointRead } from "../../hook-reads.ts";
import { EndpointScreen } from "./endpoint-screen.tsx";

/** Only the part of the changelog that the comparison needs, because it is sent to the browser. */
const SHAPE_CHANGES = VERSIONS.changes.map(({ date, affects, fields }) => ({
  date,
  affects: { objects: affects.objects },
  fields,
}));

const { generateMetadata, Page } = detailPage({
  name: "Webhook endpoint",
  reads: ({ mode, id }) => [endpointRead(mode, id), deliveriesRead(mode, { endpoint: id })],
  screen: (id) => <EndpointScreen id={id} changes={SHAPE_CHANGES} />,
});

export { generateMetadata, Page as default };
