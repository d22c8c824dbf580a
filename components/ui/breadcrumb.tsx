import { ChevronRight } from "lucide-react";
import { PlaceLink } from "./place-link.tsx";

export type Crumb = { label: string; href?: string };

/** Links to the parent pages; the last entry is the current page. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-13 text-ink-faint">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex items-center gap-1">
            {index > 0 && <ChevronRight className="size-3.5" aria-hidden />}
            {crumb.href ? (
              <PlaceLink href={crumb.href} className="rounded-small hover:text-ink hover:underline">
                {crumb.label}
              </PlaceLink>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
