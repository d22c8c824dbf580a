"use client";

import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { dateText } from "#components/time/period-text.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ReportPeriodName } from "#lib/kernel/vocabulary/reports.ts";
import { useSession } from "../../session.tsx";
import { DownloadCsv } from "./download-csv.tsx";
import type { FileParams } from "./report-file.ts";
import { chipsOf } from "./report-filters.ts";

const PRESET_LABELS: Record<ReportPeriodName, string> = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "365d": "1 year",
};
const PRESETS = Object.entries(PRESET_LABELS).map(([value, label]) => ({ value, label }));
const MOST_SEGMENTS = 4;

type ReportHeadProps = {
  title: string;
  filters: UrlFilters;
  currency: string | undefined;
  currencies: readonly { code: string }[];
  /** The choice of the period of a report without other filters; by default of the last days. */
  period?: ReactNode;
  /** The head of the printed report; undefined while loading. */
  printed: PrintedHeadProps | undefined;
  /** The rows behind the figures; undefined while loading. */
  file: FileParams | undefined;
  /** Describes the rows of the file; by default as its report does. */
  fileNote?: string;
};

/** Header of a report with currency, period and filters. */
export function ReportHead(props: ReportHeadProps) {
  const { title, filters, currency, currencies, file, printed } = props;
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <CurrencyChoice
              currency={currency}
              currencies={currencies}
              onChange={(code) => filters.set("currency", code)}
            />
            {props.period ?? (
              <Segmented
                label="Period"
                choices={PRESETS}
                value={filters.values.period ?? "30d"}
                onChange={(value) => filters.set("period", value)}
              />
            )}
            {file && <DownloadCsv file={file} note={props.fileNote} />}
            <IconButton label="Print this report" onClick={() => window.print()}>
              <Printer className="size-4" aria-hidden />
            </IconButton>
          </div>
        }
      />
      {printed && <PrintedHead {...printed} />}
      {!props.period && <FilterBar filters={{ ...filters, defs: chipsOf(filters.defs) }} />}
    </>
  );
}

/** One currency at a time: two never share an axis. */
function CurrencyChoice(props: {
  currency: string | undefined;
  currencies: readonly { code: string }[];
  onChange: (code: string) => void;
}) {
  const { currency, currencies, onChange } = props;
  if (!currency) return null;
  const codes = currencies.map(({ code }) => code);
  const known = codes.includes(currency) ? codes : [currency, ...codes];
  const choices = known.map((code) => ({ value: code, label: code }));
  if (choices.length < 2) return null;
  if (choices.length <= MOST_SEGMENTS) {
    return <Segmented label="Currency" choices={choices} value={currency} onChange={onChange} />;
  }
  return (
    <Select
      label="Currency"
      choices={choices}
      value={currency}
      onChange={onChange}
      className="w-24"
    />
  );
}

type PrintedHeadProps = {
  currency: string;
  fromDay: string;
  toDay: string;
  /** The zone of the days; the account's by default. */
  zone?: string;
};

/** Shown on paper only: account, mode, currency and period, which the screen shows in its controls. */
function PrintedHead({ currency, fromDay, toDay, zone }: PrintedHeadProps) {
  const { mode, session } = useSession();
  const { name, timezone } = session.account;
  return (
    <p className="hidden pb-3 text-13 text-ink-muted print:block">
      {name}, {mode} mode · {currency} · {dateText(fromDay)} to {dateText(toDay)}, days in{" "}
      {zone ?? timezone}
    </p>
  );
}
