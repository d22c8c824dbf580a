"use client";

import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { usePathname } from "next/navigation";
import { memo, type ReactNode, useEffect, useRef } from "react";
import type { Mode } from "#lib/kernel/mode.ts";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { Tip } from "../ui/tooltip.tsx";
import { LinkPending } from "./link-pending.tsx";
import { PLACES, type Place } from "./navigation.ts";
import { Mark, Wordmark } from "./wordmark.tsx";

const ENTRY =
  "flex h-8 items-center gap-2.5 rounded-base px-2 text-13 font-medium transition-colors pointer-coarse:h-10";
const HERE = "bg-surface-raised text-ink shadow-press ring-1 ring-line";
const ELSEWHERE = "text-ink-muted hover:bg-surface-hover hover:text-ink";

/** Where it is folded by the width of the screen: the `md:max-lg` of its classes. */
const TABLET = "(width >= 48rem) and (width < 64rem)";

export type RailProps = { mode: Mode; narrow: boolean; onToggle?: () => void };
type EntryProps = {
  place: Place;
  mode: Mode;
  narrow: boolean;
  /** The path of the place, or of one within it, that is looked at; null elsewhere. */
  here: string | null;
};

/** The rail: every place, grouped by who works there. Folded, and on a tablet, whose tables need the room, it is
 *  icons with their names on hover. */
export function Rail({ mode, narrow, onToggle }: RailProps) {
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
                  <RailEntry
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
            label={narrow ? "Unfold the rail" : "Fold the rail"}
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

/** Drawn anew when somebody comes or goes, and not when they move between others. */
const RailEntry = memo(function RailEntry({ place, mode, narrow, here }: EntryProps) {
  const inside = here !== null;
  const open = inside && place.within;
  const Icon = place.icon;
  return (
    <li>
      <RailLink
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
              <RailLink
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

type RailLinkProps = {
  href: string;
  label: string;
  icon: ReactNode;
  here: boolean;
  narrow: boolean;
  className?: string | undefined;
};

function RailLink({ href, label, icon, here, narrow, className }: RailLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The rail may be longer than the screen: where somebody is, is in sight.
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
