import { idColumn, textColumn, timeColumn } from "../../shared/optional-columns.tsx";
import { type DeliveryColumn, USUAL_DELIVERY_COLUMNS } from "../delivery-columns.tsx";

/** Every column of the list of deliveries. Other screens show a few of the usual ones and do not load this. */
export const DELIVERY_COLUMNS: readonly DeliveryColumn[] = [
  ...USUAL_DELIVERY_COLUMNS,
  idColumn("id", "Delivery", { of: (row) => row.id }),
  idColumn("event", "Event id", { of: (row) => row.eventId }),
  textColumn("answer", "HTTP status", {
    of: (row) => (row.responseStatus === null ? null : String(row.responseStatus)),
    width: "w-28",
  }),
  timeColumn("next", "Next attempt", { of: (row) => row.nextAttemptAt }),
  idColumn("replayOf", "Replay of", { of: (row) => row.replayOf }),
  timeColumn("finished", "Finished", { of: (row) => row.finishedAt }),
];
