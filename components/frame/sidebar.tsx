"use client";

import { ChevronRight, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { usePathname } from "next/navigation";
import { memo, type ReactNode, useEffect, useRef } from "react";
import type { Mode } from "#lib/kernel/mode.ts";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { PlaceLink, useLinkStatus } from "../ui/place-link.tsx";
import { Tip } from "../ui/tooltip.tsx";
import { FAVOURITES, type Place, type PlaceGroup } from "./navigation.ts";
import type { FrameProps } from "./session.ts";
import { Mark, Wordmark } from "./wordmark.tsx";

const ENTRY =
  "flex h-8 items-center gap-2.5 rounded-base px-2 text-13 font-medium transition-colors pointer-coarse:h-10";
const HERE = "bg-surface-raised text-ink shadow-press ring-1 ring-line";
const ELSEWHERE = "text-ink-muted hover:bg-surface-hover hover:text-ink";

/** Widths at which the sidebar is always collapsed: `md:max-lg` in its classes. */
const TABLET = "(width >= 48rem) and (width < 64rem)";

type SidebarProps = Pick<
  FrameProps,
  "mode" | "narrow" | "places" | "collapsed" | "waiting" | "onEditFavourites"
> & {
  onToggle?: () => void;
  onCollapse: (title: string, collapsed: boolean) => void;
};
type EntryProps = {
  place: Place;
  mode: Mode;
  narrow: boolean;
  /** The current path if it is this place or one within it, else null. */
  here: string | null;
  /** Things that wait there. */
  waiting: number;
};

/** Links to every place of the dashboard, in groups. Collapsed, and always on a tablet, it shows icons with their names
 *  on hover. */
export function Sidebar(props: SidebarProps) {
  const { mode, narrow, onToggle, places, collapsed, onCollapse, waiting } = props;
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
        {places.map((group) => (
          <SidebarGroup
            key={group.title ?? "top"}
            group={group}
            narrow={narrow}
            // The group of the current screen stays open: it says where one is.
            isOpen={
              group.title === null ||
              !collapsed.includes(group.title) ||
              (group.title !== FAVOURITES && group.places.some((place) => hereIn(place) !== null))
            }
            waiting={group.places.reduce((sum, { path }) => sum + (waiting[path] ?? 0), 0)}
            onCollapse={onCollapse}
            onEdit={group.title === FAVOURITES ? props.onEditFavourites : undefined}
          >
            {group.places.map((place) => (
              <SidebarEntry
                key={place.path}
                place={place}
                mode={mode}
                narrow={narrow}
                // Its own place below says where one is.
                here={group.title === FAVOURITES ? null : hereIn(place)}
                waiting={waiting[place.path] ?? 0}
              />
            ))}
          </SidebarGroup>
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

type GroupProps = {
  group: PlaceGroup;
  narrow: boolean;
  isOpen: boolean;
  waiting: number;
  onCollapse: SidebarProps["onCollapse"];
  onEdit?: (() => void) | undefined;
  children: ReactNode;
};

/** A group of places below its title, which collapses it. With icons only, every group is open. */
function SidebarGroup(props: GroupProps) {
  const { group, narrow, isOpen, waiting, onCollapse, onEdit, children } = props;
  const { title } = group;
  const list = `places-${title ?? "top"}`.replaceAll(" ", "-").toLowerCase();
  return (
    <div className="mb-4">
      {title &&
        (narrow ? (
          <hr className="mx-1 mb-3 border-line" />
        ) : (
          <div className="mb-1 flex items-center gap-1 text-12 font-medium text-ink-faint md:max-lg:sr-only">
            <h2 className="min-w-0 flex-1">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={list}
                className="group flex h-6 w-full items-center gap-1 rounded-base px-2 transition-colors hover:text-ink pointer-coarse:h-10"
                onClick={() => onCollapse(title, isOpen)}
              >
                {title}
                <ChevronRight
                  className={cx(
                    "size-3 shrink-0 transition-transform",
                    isOpen
                      ? "rotate-90 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
                      : "opacity-100",
                  )}
                  aria-hidden
                />
                {!isOpen && <Waiting count={waiting} />}
              </button>
            </h2>
            {onEdit && (
              <button
                type="button"
                className="h-6 rounded-base px-2 font-normal transition-colors hover:text-ink pointer-coarse:h-10"
                onClick={onEdit}
              >
                Edit<span className="sr-only"> favourites</span>
              </button>
            )}
          </div>
        ))}
      <ul
        id={list}
        className={cx("flex flex-col gap-0.5", !isOpen && !narrow && "hidden md:max-lg:flex")}
      >
        {children}
      </ul>
    </div>
  );
}

/** More are shown as `99+`. */
const MOST_SHOWN = 99;

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-surface-hover px-1.5 text-11 font-medium text-ink-muted tabular-nums md:max-lg:hidden">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

/** Memoised: renders again only when a person enters or leaves this place. */
const SidebarEntry = memo(function SidebarEntry({
  place,
  mode,
  narrow,
  here,
  waiting,
}: EntryProps) {
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
        waiting={waiting}
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

/** The name of a favourite can be longer than the sidebar is wide. */
const isCut = (name: HTMLElement | null) => name !== null && name.scrollWidth > name.clientWidth;

type SidebarLinkProps = {
  href: string;
  label: string;
  icon: ReactNode;
  here: boolean;
  narrow: boolean;
  waiting?: number;
  className?: string | undefined;
};

function SidebarLink(props: SidebarLinkProps) {
  const { href, label, icon, here, narrow, waiting = 0, className } = props;
  const link = useRef<HTMLAnchorElement>(null);
  const name = useRef<HTMLSpanElement>(null);
  const isKnown = useRef(false);
  // The sidebar can be taller than the screen: keep the current place visible. But a person who scrolled it before
  // the page's scripts came is about to click, so it must not move then.
  useEffect(() => {
    const isScrolled = (link.current?.closest("nav")?.scrollTop ?? 0) > 0;
    if (here && (isKnown.current || !isScrolled))
      link.current?.scrollIntoView({ block: "nearest" });
    isKnown.current = true;
  }, [here]);
  return (
    <Tip
      text={label}
      side="right"
      when={() => narrow || matchMedia(TABLET).matches || isCut(name.current)}
    >
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
        <span ref={name} className={narrow ? "sr-only" : "truncate md:max-lg:sr-only"}>
          {label}
        </span>
        {!narrow && (
          <span className="ml-auto flex gap-2 md:max-lg:hidden">
            <LinkPending />
          </span>
        )}
        {!narrow && <Waiting count={waiting} />}
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
