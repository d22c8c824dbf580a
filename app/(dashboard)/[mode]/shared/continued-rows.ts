"use client";

import { useEffect, useState } from "react";
import { useRowFlow } from "#components/table/row-flow.ts";
import type { MoreRows } from "./more-rows.tsx";

/** Loaded once a person wants lists without pages. */
let loaded: typeof MoreRows | null = null;

/** The component that reads further rows while a list is scrolled. Null if the person wants pages, and until it is loaded. */
export function useMoreRows(): typeof MoreRows | null {
  const isWanted = useRowFlow() === "scroll";
  const [part, setPart] = useState(() => loaded);
  useEffect(() => {
    if (!isWanted || loaded) return;
    import("./more-rows.tsx").then(
      ({ MoreRows }) => {
        loaded = MoreRows;
        setPart(() => MoreRows);
      },
      // Without it, the list has pages.
      () => {},
    );
  }, [isWanted]);
  return isWanted ? part : null;
}
