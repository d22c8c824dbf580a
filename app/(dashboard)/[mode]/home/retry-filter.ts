import type { IncidentView } from "#lib/dashboard/views/incidents.ts";

type Counted = Pick<IncidentView, "dimension" | "value" | "since" | "until">;

/** The declined payments that the incident counts, as filters of the payments list: to the millisecond, because others of the
 *  same minute are not among them. */
export const retryFilter = ({ dimension, value, since, until }: Counted) => ({
  created: `${since}..${until ?? ""}`,
  outcome: "declined",
  ...(dimension === "all" ? {} : { [dimension]: value }),
});
