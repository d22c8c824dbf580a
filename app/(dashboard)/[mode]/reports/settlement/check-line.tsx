import { CircleCheck } from "lucide-react";
import { countText } from "#components/format/locale.ts";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { SettlementCheckView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";

/** Result of the hourly check: settlements against their rows and the ledger. */
export function CheckLine({ check }: { check: SettlementCheckView | null }) {
  const { mode } = useSession();
  if (!check) {
    return (
      <p className="text-13 text-ink-muted">
        The books are compared every hour (net = rows = ledger). The first comparison is pending.
      </p>
    );
  }
  const when = (
    <RealTime>
      <Timestamp value={check.checkedAt} />
    </RealTime>
  );
  const count = `${countText(check.settlements)} settlement${check.settlements === 1 ? "" : "s"}`;
  if (check.agrees) {
    return (
      <p className="flex items-start gap-1.5 text-13 text-ink-muted">
        <CircleCheck className="mt-0.5 size-4 shrink-0 text-positive" aria-hidden />
        <span>
          <span className="font-medium text-ink">net = rows = ledger</span> in each of the {count}{" "}
          of the last days, to the minor unit; checked {when}, and again every hour
        </span>
      </p>
    );
  }
  return (
    <Banner tone="negative" title="The books disagree. Contact us before you rely on these figures">
      Checked {when}: {check.wrong.length} of {count} of the last days differ from their rows or the
      ledger:{" "}
      {check.wrong.slice(0, 5).map((id) => (
        <TextLink key={id} inText href={`/${mode}/settlements/${id}`}>
          {id}{" "}
        </TextLink>
      ))}
    </Banner>
  );
}
