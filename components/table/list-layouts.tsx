"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ListName } from "#lib/kernel/vocabulary/lists.ts";

/** The columns and widths that a person chose for a list. */
export type ListLayout = {
  /** In order; null: the usual columns. */
  columns: readonly string[] | null;
  /** Pixels, by column. */
  widths: Readonly<Record<string, number>>;
};

type ListLayouts = Readonly<Partial<Record<ListName, ListLayout>>>;
type Save = (list: ListName, layout: ListLayout) => Promise<unknown>;

const USUAL: ListLayout = { columns: null, widths: {} };

const Layouts = createContext<{
  layouts: ListLayouts;
  keep: (list: ListName, change: Partial<ListLayout>) => void;
} | null>(null);

/** Has the layouts of all lists. A change applies at once; if it cannot be saved, it is undone and `onFailure` called. */
export function ListLayoutsProvider(props: {
  initial: ListLayouts;
  save: Save;
  onFailure: (error: unknown) => void;
  children: ReactNode;
}) {
  const { initial, save, onFailure, children } = props;
  const [layouts, setLayouts] = useState(initial);
  const latest = useRef(layouts);
  const saved = useRef(layouts);
  const saving = useRef(Promise.resolve());
  const keep = useCallback(
    (list: ListName, change: Partial<ListLayout>) => {
      const put = (layout: ListLayout) => {
        latest.current = { ...latest.current, [list]: layout };
        setLayouts(latest.current);
      };
      const next = { ...(latest.current[list] ?? USUAL), ...change };
      put(next);
      saving.current = saving.current.then(async () => {
        try {
          await save(list, next);
          saved.current = { ...saved.current, [list]: next };
        } catch (error) {
          // A later change is saved after this one.
          if (latest.current[list] === next) put(saved.current[list] ?? USUAL);
          onFailure(error);
        }
      });
    },
    [save, onFailure],
  );
  const value = useMemo(() => ({ layouts, keep }), [layouts, keep]);
  return <Layouts value={value}>{children}</Layouts>;
}

/** The layout of a list, and how to change it. Outside the dashboard, or without a name, the usual layout. */
export function useListLayout(list: ListName | undefined) {
  const context = useContext(Layouts);
  const keep = useCallback(
    (change: Partial<ListLayout>) => {
      if (list) context?.keep(list, change);
    },
    [list, context],
  );
  return { layout: (list && context?.layouts[list]) ?? USUAL, keep };
}
