"use client";

import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { usePathname } from "next/navigation";
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

export type RailProps = { mode: Mode; narrow: boolean; onToggle?: () => void };

/** The rail: every place, grouped by who works there. Folded, and on a tablet, whose tables need the room, it is
 *  icons; folded, with their names on hover. */
export function Rail({ mode, narrow, onToggle }: RailProps) {
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
                  <RailEntry key={place.path} place={place} mode={mode} narrow={narrow} />
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

function RailEntry({ place, mode, narrow }: { place: Place; mode: Mode; narrow: boolean }) {
  const pathname = usePathname();
  const isIn = (path: string) =>
    pathname === `/${mode}/${path}` || pathname.startsWith(`/${mode}/${path}/`);
  const inside = isIn(place.path);
  const open = inside && place.within && !narrow;
  const target = place.within?.[0]?.path ?? place.path;
  const Icon = place.icon;
  const link = (
    <PlaceLink
      href={`/${mode}/${target}`}
      aria-current={inside && !open ? "page" : undefined}
      aria-label={narrow ? place.label : undefined}
      className={cx(
        ENTRY,
        narrow ? "justify-center px-0!" : "md:max-lg:px-2.5",
        inside && !open ? HERE : open ? "text-ink hover:bg-surface-hover" : ELSEWHERE,
      )}
    >
      <Icon
        className={cx("size-4 shrink-0", inside ? "text-accent-ink" : "text-ink-faint")}
        strokeWidth={1.75}
        aria-hidden
      />
      {!narrow && <span className="md:max-lg:sr-only">{place.label}</span>}
      {!narrow && <LinkPending />}
    </PlaceLink>
  );
  return (
    <li>
      {narrow ? (
        <Tip text={place.label} side="right">
          {link}
        </Tip>
      ) : (
        link
      )}
      {open && (
        <ul className="mt-0.5 ml-4 flex flex-col gap-0.5 border-l border-line pl-2.5 md:max-lg:hidden">
          {place.within?.map((sub) => (
            <li key={sub.path}>
              <PlaceLink
                href={`/${mode}/${sub.path}`}
                aria-current={isIn(sub.path) ? "page" : undefined}
                className={cx(ENTRY, "h-7!", isIn(sub.path) ? HERE : ELSEWHERE)}
              >
                {sub.label}
                <LinkPending />
              </PlaceLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
