import { readFilters } from "#components/filters/filters.ts";
import { VERSIONS } from "../../../../../docs/api/reference.ts";
import { detailPage } from "../../../shared/pages.tsx";
import { COMPLETENESS_FILTERS } from "../../hook-filters.ts";
import {
  completenessRead,
  deliveriesRead,
  endpointHistoryRead,
  endpointRead,
  firstWindow,
} from "../../hook-reads.ts";
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
  following: ({ mode, id, search }, answerOf) => {
    const endpoint = answerOf(endpointRead(mode, id));
    const filters = readFilters(COMPLETENESS_FILTERS, search);
    const completeness = completenessRead(mode, { ...filters, endpoint: id });
    return endpoint
      ? [endpointHistoryRead(mode, id, firstWindow(endpoint)), completeness]
      : [completeness];
  },
  screen: (id) => <EndpointScreen id={id} changes={SHAPE_CHANGES} />,
});

export { generateMetadata, Page as default };
