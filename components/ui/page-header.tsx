"use client";

import { ChevronRight } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { countText } from "../format/locale.ts";
import { pathOf, useOpenedList } from "../table/opened-lists.ts";
import { PlaceLink } from "./place-link.tsx";

export type PageHeaderProps = {
  crumbs?: readonly Crumb[];
  title: ReactNode;
  /** The exact count for the filters, on lists. */
  count?: number;
  /** There are more objects than `count`. */
  orMore?: boolean;
  /** Status and other facts, beside the title. */
  beside?: ReactNode;
  note?: ReactNode;
  /** The available actions, two or three. */
  actions?: ReactNode;
};

/** Links to the neighbours in the list that the object was opened from. The dashboard provides it, because it reads. */
export const Neighbours = createContext<ComponentType | null>(null);

/** The head of every page: the h1, the status and the actions. */
export function PageHeader({
  crumbs,
  title,
  count,
  orMore,
  beside,
  note,
  actions,
}: PageHeaderProps) {
  const Adjacent = useContext(Neighbours);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-6 pb-4">
      <div className="min-w-0">
        {crumbs && (
          <div className="mb-1.5 flex items-center gap-x-3">
            <Breadcrumb crumbs={crumbs} />
            {Adjacent && <Adjacent />}
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">
            {title}
            {count !== undefined && (
              <>
                {" "}
                <span className="ml-1 font-normal text-ink-faint tabular-nums">
                  {countText(count)}
                  {orMore && "+"}
                </span>
              </>
            )}
          </h1>
          <TestWord />
          {beside}
        </div>
        {note && <p className="mt-1 max-w-prose text-13 text-ink-muted">{note}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** The label of test mode, shown on every page in test mode. */
function TestWord() {
  return (
    <span className="hidden h-5 items-center rounded-small bg-test-soft px-1.5 text-12 font-semibold tracking-[0.06em] text-test-ink in-data-[mode=test]:inline-flex">
      TEST
    </span>
  );
}

type Crumb = { label: string; href?: string };

/** Links to the parent pages; the last entry is the current page. A list keeps the filters and the page that the object
 *  was opened from. */
function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const opened = useOpenedList();
  const addressOf = (href: string) =>
    opened && pathOf(opened.address) === href ? opened.address : href;
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-13 md:flex-wrap text-ink-faint">
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.label}
            className="flex items-center gap-1 last:min-w-0 max-md:whitespace-nowrap"
          >
            {index > 0 && <ChevronRight className="size-3.5 shrink-0" aria-hidden />}
            {crumb.href ? (
              <PlaceLink
                href={addressOf(crumb.href)}
                className="rounded-small hover:text-ink hover:underline"
              >
                {crumb.label}
              </PlaceLink>
            ) : (
              <span aria-current="page" className="truncate">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
