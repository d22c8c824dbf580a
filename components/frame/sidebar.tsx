"use client";

import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { memo, type ReactNode, useEffect, useRef } from "react";
import type { Mode } from "#lib/kernel/mode.ts";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { Tip } from "../ui/tooltip.tsx";
import { PLACES, type Place } from "./navigation.ts";
import { Mark, Wordmark } from "./wordmark.tsx";

const ENTRY =
  "flex h-8 items-center gap-2.5 rounded-base px-2 text-13 font-medium transition-colors pointer-coarse:h-10";
const HERE = "bg-surface-raised text-ink shadow-press ring-1 ring-line";
const ELSEWHERE = "text-ink-muted hover:bg-surface-hover hover:text-ink";

/** Widths at which the sidebar is always collapsed: `md:max-lg` in its classes. */
const TABLET = "(width >= 48rem) and (width < 64rem)";

type SidebarProps = { mode: Mode; narrow: boolean; onToggle?: () => void };
type EntryProps = {
  place: Place;
  mode: Mode;
  narrow: boolean;
  /** The current path if it is this place or one within it, else null. */
  here: string | null;
};

/** Links to every place of the dashboard, in groups. Collapsed, and always on a tablet, it shows icons with their names
 *  on hover. */
export function Sidebar({ mode, narrow, onToggle }: SidebarProps) {
  const pathname = usePathname();
  const isIn = (path: string) =>
    pathname === `/${mode}/${path}` || pathname.startsWith(`/${mode}/${path}/`);
  const hereIn = ({ path, within = [], also }: Place) =>
    isIn(path) || (also && isIn(also))
      ? (within.find((one) => isIn(one.path))?.path ?? path)
      : null;
  return (
    <div className="flex h-full flex-col">
      <div
        className={cx(
          "flex h-12 shrink-0 items-center",
          narrow ? "justify-center" : "px-4 md:max-lg:overflow-hidden",
        )}
      >
        <PlaceLink href={`/${mode}/home`} aria-label="Paydesk, home" className="rounded-base">
          {narrow ? <Mark /> : <Wordmark />}
        </PlaceLink>
      </div>
      <nav aria-label="Places" className="flex-1 overflow-y-auto px-3 pt-2 pb-4">
        {PLACES.map((group) => (
          <div key={group.title ?? "top"} className="mb-4">
            {group.title &&
              (narrow ? (
                <hr className="mx-1 mb-3 border-line" />
              ) : (
                <h2 className="mb-1 px-2 text-12 font-medium text-ink-faint md:max-lg:sr-only">
                  {group.title}
                </h2>
              ))}
            <ul className="flex flex-col gap-0.5">
              {group.places
                .filter(({ onlyIn }) => !onlyIn || onlyIn === mode)
                .map((place) => (
                  <SidebarEntry
                    key={place.path}
                    place={place}
                    mode={mode}
                    narrow={narrow}
                    here={hereIn(place)}
                  />
                ))}
            </ul>
          </div>
        ))}
      </nav>
      {onToggle && (
        <div
          className={cx(
            "shrink-0 border-t border-line p-2 md:max-lg:hidden",
            narrow && "flex justify-center",
          )}
        >
          <IconButton
            label={narrow ? "Expand the sidebar" : "Collapse the sidebar"}
            size="small"
            onClick={onToggle}
          >
            {narrow ? (
              <PanelLeftOpen className="size-4" aria-hidden />
            ) : (
              <PanelLeftClose className="size-4" aria-hidden />
            )}
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** Memoised: renders again only when a person enters or leaves this place. */
const SidebarEntry = memo(function SidebarEntry({ place, mode, narrow, here }: EntryProps) {
  const inside = here !== null;
  const open = inside && place.within;
  const Icon = place.icon;
  return (
    <li>
      <SidebarLink
        href={`/${mode}/${place.within?.[0]?.path ?? place.path}`}
        label={place.label}
        icon={
          <Icon
            className={cx("size-4 shrink-0", inside ? "text-accent-ink" : "text-ink-faint")}
            strokeWidth={1.75}
            aria-hidden
          />
        }
        here={inside && !open}
        narrow={narrow}
        className={open ? "text-ink hover:bg-surface-hover" : undefined}
      />
      {open && (
        <ul
          className={cx(
            "mt-0.5 flex flex-col gap-0.5",
            !narrow && "max-md:ml-4 max-md:border-l max-md:border-line max-md:pl-2.5",
            !narrow && "lg:ml-4 lg:border-l lg:border-line lg:pl-2.5",
          )}
        >
          {open.map(({ path, label, icon: SubIcon }) => (
            <li key={path}>
              <SidebarLink
                href={`/${mode}/${path}`}
                label={label}
                icon={
                  <SubIcon
                    className={cx(
                      "size-3.5 shrink-0",
                      here === path ? "text-accent-ink" : "text-ink-faint",
                      !narrow && "hidden md:max-lg:block",
                    )}
                    strokeWidth={1.75}
                    aria-hidden
                  />
                }
                here={here === path}
                narrow={narrow}
                className="h-7!"
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

type SidebarLinkProps = {
  href: string;
  label: string;
  icon: ReactNode;
  here: boolean;
  narrow: boolean;
  className?: string | undefined;
};

function SidebarLink({ href, label, icon, here, narrow, className }: SidebarLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The sidebar can be taller than the screen: keep the current place visible.
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: "nearest" });
  }, [here]);
  return (
    <Tip text={label} side="right" when={() => narrow || matchMedia(TABLET).matches}>
      <PlaceLink
        ref={link}
        href={href}
        aria-current={here ? "page" : undefined}
        className={cx(
          ENTRY,
          narrow
            ? "justify-center px-0!"
            : "md:max-lg:justify-center md:max-lg:gap-0 md:max-lg:px-0",
          here ? HERE : ELSEWHERE,
          className,
        )}
      >
        {icon}
        <span className={narrow ? "sr-only" : "md:max-lg:sr-only"}>{label}</span>
        {!narrow && (
          <span className="ml-auto flex md:max-lg:hidden">
            <LinkPending />
          </span>
        )}
      </PlaceLink>
    </Tip>
  );
}

/** A dot within a link while its screen is loading, shown after 150 ms. */
function LinkPending() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={cx(
        "ml-auto size-1.5 shrink-0 rounded-full bg-accent",
        pending ? "opacity-100 transition-opacity delay-150" : "opacity-0",
      )}
    />
  );
}
