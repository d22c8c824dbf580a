import { statusWord } from "#components/ui/status-labels.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { SettlementRefView } from "#lib/dashboard/views/shared.ts";
import { ArrivalDay } from "./arrival-day.tsx";

/** Links to the settlement of an object, or says that it is not settled. */
export function SettlementLink(props: { settlement: SettlementRefView | null; mode: string }) {
  const { settlement, mode } = props;
  if (!settlement) return <span className="text-ink-faint">Not settled yet</span>;
  const { id, status, arrivalDate } = settlement;
  return (
    <>
      <TextLink href={`/${mode}/settlements/${id}`}>
        <ArrivalDay day={arrivalDate} status={status} />
      </TextLink>
      <span className="text-12 text-ink-faint"> {statusWord(status).toLowerCase()}</span>
    </>
  );
}
