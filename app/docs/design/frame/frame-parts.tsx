"use client";

import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { BellButton } from "#components/frame/bell-button.tsx";
import { ViewActions } from "#components/table/view-actions.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { TabLink, TabLinks } from "#components/ui/tab-links.tsx";
import { toast } from "#components/ui/toast.tsx";
import { SPECIMEN_PAYMENTS } from "../specimen-data.ts";

const PATH = "/docs/design/frame";

const TABS = [
  { label: "All", status: "" },
  { label: "Succeeded", status: "succeeded" },
  { label: "Failed", status: "failed" },
];

/** A view that somebody saved: its tab has a menu while it is open. */
const VIEW = { label: "Not final", status: "processing,requires_action" };

const countOf = (status: string) => ({
  total: SPECIMEN_PAYMENTS.filter((row) => !status || status.split(",").includes(row.status))
    .length,
});

const explain = () => toast.note("This is a sample. Nothing is changed.");

/** Tabs of statuses, then a saved view. */
export function SpecimenTabs({ filters }: { filters: UrlFilters }) {
  const { status = "" } = filters.values;
  const isOpen = status === VIEW.status;
  const tab = ({ label, status: of }: typeof VIEW) => (
    <TabLink
      key={label}
      href={of ? `${PATH}?status=${of}` : PATH}
      label={label}
      count={countOf(of)}
      current={of === status}
    />
  );
  return (
    <TabLinks label="Views" at={status}>
      {TABS.map(tab)}
      <span aria-hidden className="my-2.5 w-px shrink-0 bg-line" />
      <span className="flex shrink-0 items-center gap-1">
        {tab(VIEW)}
        {isOpen && (
          <ViewActions
            name={VIEW.label}
            kind="own"
            isFavourite={false}
            onFavourite={explain}
            change={{
              ...{ isFirst: true, isLast: true, onMove: explain },
              ...{ onRename: explain, onRemove: explain },
            }}
          />
        )}
      </span>
    </TabLinks>
  );
}

/** The bell with unread alerts. */
export function SpecimenBell() {
  return (
    <Popover title="Alerts" align="end" trigger={<BellButton unread={2} />}>
      <ul className="flex w-64 flex-col gap-3 text-13">
        <li>
          <p className="font-medium">3 disputes are due in 3 days</p>
          <p className="text-ink-muted">The first on 15 Apr at 23:59.</p>
        </li>
        <li>
          <p className="font-medium">The approval rate fell to 71.4 %</p>
          <p className="text-ink-muted">84 payments in the last hour; usually 88 %.</p>
        </li>
      </ul>
    </Popover>
  );
}
