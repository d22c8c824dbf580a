import type { RefObject } from "react";

/** In place of the early keys once the search has taken them. */
export const TAKEN = "\0";

export type PaletteSearchProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was typed before the search had the focus; a line break is Enter. */
  early: RefObject<string>;
};
