"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { DENSITY_DATA } from "../table/density.ts";
import { cx } from "../ui/cx.ts";
import { Drawer } from "../ui/drawer.tsx";
import { Header } from "./header.tsx";
import { keptGroups } from "./navigation.ts";
import { type FrameProps, GROUPS_COOKIE, SIDEBAR_COOKIE } from "./session.ts";
import { Sidebar } from "./sidebar.tsx";

const YEAR_S = 31_536_000;

/** The frame around every screen: sidebar, header, and in test mode the hatched bar. */
export function Frame({ children, ...props }: FrameProps & { children: ReactNode }) {
  const [narrow, setNarrow] = useState(props.narrow);
  const [drawn, setDrawn] = useState(false);
  const [collapsed, setCollapsed] = useState(props.collapsed);
  const toggle = () => {
    const next = !narrow;
    setNarrow(next);
    keep(SIDEBAR_COOKIE, next ? "narrow" : "wide");
  };
  const collapse = (title: string, isCollapsed: boolean) => {
    const others = collapsed.filter((one) => one !== title);
    const next = isCollapsed ? [...others, title] : others;
    setCollapsed(next);
    keep(GROUPS_COOKIE, keptGroups(next));
  };
  const sidebar = {
    ...{ mode: props.mode, places: props.places, waiting: props.waiting },
    ...{ collapsed, onCollapse: collapse, onEditFavourites: props.onEditFavourites },
  };
  const test = props.mode === "test";
  return (
    <div
      data-mode={props.mode}
      {...{ [DENSITY_DATA]: props.density }}
      className={cx(
        "flex min-h-dvh",
        test ? "pt-1 [--bar:0.25rem] [--frame-top:3.25rem]" : "[--bar:0rem] [--frame-top:3rem]",
      )}
    >
      {test && <div className="hatched fixed inset-x-0 top-0 z-30 h-1 print:hidden" aria-hidden />}
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-base bg-ink px-3 py-2 text-13 font-medium text-surface focus:translate-y-0 print:hidden"
      >
        Skip to the content
      </a>
      <aside
        className={cx(
          "sticky top-(--bar) hidden h-[calc(100dvh-var(--bar))] shrink-0 border-r border-line bg-surface-sunken md:block print:hidden",
          narrow ? "w-15" : "w-15 lg:w-58",
        )}
      >
        <Sidebar {...sidebar} narrow={narrow} onToggle={toggle} />
      </aside>
      <Drawer side="left" title="Menu" hideTitle open={drawn} onOpenChange={setDrawn}>
        <Sidebar {...sidebar} narrow={false} />
      </Drawer>
      <CloseOnNavigation onMove={() => setDrawn(false)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="sticky top-(--bar) z-20 print:hidden">
          <Header {...props} onOpenSidebar={() => setDrawn(true)} />
        </div>
        <main id="content" tabIndex={-1} className="px-4 pb-12 outline-none md:px-6">
          <div className="mx-auto w-full max-w-page">{children}</div>
        </main>
        {/* The ground under a short page: where the page ends is where its content ends. */}
        <footer className="min-h-14 flex-1 border-t border-line bg-surface-sunken px-4 md:px-6 print:hidden">
          <div className="mx-auto w-full max-w-page">{props.end}</div>
        </footer>
      </div>
    </div>
  );
}

/** Keeps a choice in a cookie, so that the server renders the next page with it. */
function keep(cookie: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** Closes the drawer after navigation. A component of its own, so that navigation does not render the frame again. */
function CloseOnNavigation({ onMove }: { onMove: () => void }) {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per path.
  useEffect(onMove, [pathname]);
  return null;
}
