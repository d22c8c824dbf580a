import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { signed } from "#components/format/rates.ts";
import {
  type Cause,
  causeCreated,
  causeLabel,
  causeRates,
  causesFinding,
  causeWindow,
} from "#components/reports/cause-findings.ts";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { useSession } from "../../../session.tsx";
import { asked, isNarrowed } from "../report-filters.ts";
import { useReportLinks } from "../use-report.ts";

const REFRESH_MS = 60_000;

type CausesProps = { view: DeclinesView; filters: Readonly<Record<string, string>> };

/** The causes of a higher decline rate in the period: windows of time and slices of payments, each cause once. */
export function Causes({ view, filters }: CausesProps) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/reports/declines/causes", { mode }, asked({ ...filters })),
    refetchInterval: REFRESH_MS,
  });
  return (
    <QueryState query={query} what="The causes" loading={<Skeleton className="h-18 w-full" />}>
      {(found) => (
        <Section
          title={causesFinding(found, view.timezone)}
          note={
            <>
              {found.kind === "causes"
                ? "Rises of the decline rate beyond chance, by what they add to it. "
                : searched(filters)}
              <TextLink inText href="/docs/rates#causes">
                How causes are found
              </TextLink>
            </>
          }
        >
          {found.kind === "causes" && (
            <ol className="flex flex-col divide-y divide-line">
              {found.causes.map((cause) => (
                <CauseRow
                  key={`${cause.dimension} ${cause.value} ${cause.from}`}
                  cause={cause}
                  view={view}
                />
              ))}
            </ol>
          )}
        </Section>
      )}
    </QueryState>
  );
}

function CauseRow({ cause, view }: { cause: Cause; view: DeclinesView }) {
  const links = useReportLinks(view);
  const { dimension, value, also } = cause;
  const isAll = dimension === "all";
  const payments = links.payments({
    created: causeCreated(cause, view.timezone),
    outcomes: ["declined"],
    also: isAll ? {} : { [dimension]: value },
  });
  return (
    <li className="grid gap-x-6 gap-y-1 py-2 text-13 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0">
        {isAll ? (
          <span className="font-medium">{causeLabel(cause)}</span>
        ) : (
          <TextLink inText href={links.toggled(dimension, value)} className="font-medium">
            {causeLabel(cause)}
          </TextLink>
        )}
        <span className="text-ink-muted"> · {causeWindow(cause, view.timezone)}</span>
        <span className="block text-ink-muted tabular-nums">{causeRates(cause)}</span>
        {also.length > 0 && (
          <span className="block text-12 text-ink-faint">
            The same declines raise {also.slice(0, MOST_ALSO).map(causeLabel).join(", ")}
            {also.length > MOST_ALSO && ` and ${also.length - MOST_ALSO} more`}
          </span>
        )}
      </span>
      <span className="tabular-nums sm:text-right">
        {signed(cause.points)} points
        <TextLink inText href={payments} className="ml-3 sm:ml-0 sm:block">
          View payments
        </TextLink>
      </span>
    </li>
  );
}

const MOST_ALSO = 4;

const searched = (filters: CausesProps["filters"]) =>
  isNarrowed(filters)
    ? "Searched: windows of time of the payments that match the filters. "
    : "Searched: windows of time, issuers, countries, BINs and methods. ";
