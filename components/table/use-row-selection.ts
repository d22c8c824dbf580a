"use client";

import { useCallback, useMemo, useState } from "react";

export const ROW_KEY = "data-row-key";

export type RowSelection = {
  selected: ReadonlySet<string>;
  /** With `range`, toggles from the last toggled row to this one, in the order of `shown`. */
  toggle: (key: string, range: boolean, shown: readonly string[]) => void;
  /** Selects or deselects all of these. */
  choose: (keys: readonly string[], on: boolean) => void;
  clear: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** The selected rows of a list across its pages, for its `DataTable`. A change of `scope` (other filters)
 *  clears the selection. */
export function useRowSelection(scope: string): RowSelection {
  const [state, setState] = useState({ scope, chosen: NONE, anchor: "" });
  const current = state.scope === scope;
  const selected = current ? state.chosen : NONE;
  const anchor = current ? state.anchor : "";
  const toggle = useCallback(
    (key: string, range: boolean, shown: readonly string[]) => {
      const on = range || !selected.has(key);
      const keys = range ? between(shown, anchor, key) : [key];
      setState({ scope, chosen: changed(selected, keys, on), anchor: key });
    },
    [scope, selected, anchor],
  );
  const choose = useCallback(
    (keys: readonly string[], on: boolean) =>
      setState({ scope, chosen: changed(selected, keys, on), anchor: "" }),
    [scope, selected],
  );
  const clear = useCallback(() => setState({ scope, chosen: NONE, anchor: "" }), [scope]);
  return useMemo(() => ({ selected, toggle, choose, clear }), [selected, toggle, choose, clear]);
}

function changed(before: ReadonlySet<string>, keys: readonly string[], on: boolean) {
  return new Set(on ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key)));
}

function between(shown: readonly string[], one: string, other: string): readonly string[] {
  const [a, b] = [shown.indexOf(one), shown.indexOf(other)];
  return a < 0 ? [other] : shown.slice(Math.min(a, b), Math.max(a, b) + 1);
}
