import type { ReactNode } from "react";

export type TipSide = "top" | "right" | "bottom" | "left";
export type ShownTip = { anchor: Element; text: ReactNode; side: TipSide };
type State = { wanted: boolean; shown: ShownTip | null };

/** The pointer must rest this long before a tooltip is shown. */
const DELAY_MS = 350;
/** Within this time after a tooltip, the next one is shown without a wait. */
const WARM_MS = 400;
/** Time for the pointer to move from the element to its tooltip, to select text in it. */
const GRACE_MS = 80;

const NONE: State = { wanted: false, shown: null };
let state = NONE;
let coming: ShownTip | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenMs = Number.NEGATIVE_INFINITY;
const followers = new Set<() => void>();

function set(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const follower of followers) follower();
}

function show(): void {
  set({ shown: coming });
}

function hide(): void {
  clearTimeout(timer);
  coming = null;
  if (!state.shown) return;
  hiddenMs = performance.now();
  set({ shown: null });
}

/** The tooltip that is shown; at most one per page. */
export const tips = {
  come(tip: ShownTip, atOnce: boolean): void {
    clearTimeout(timer);
    coming = tip;
    // The popup's code is loaded while the pointer rests.
    if (!state.wanted) set({ wanted: true });
    const warm = state.shown || performance.now() - hiddenMs < WARM_MS;
    if (atOnce || warm) show();
    else timer = setTimeout(show, DELAY_MS);
  },
  leave(anchor: Element): void {
    if (coming?.anchor !== anchor) return;
    clearTimeout(timer);
    timer = setTimeout(hide, state.shown ? GRACE_MS : 0);
  },
  /** The pointer has moved onto the tooltip. */
  stay: (): void => clearTimeout(timer),
  hide,
  follow(follower: () => void): () => void {
    followers.add(follower);
    return () => followers.delete(follower);
  },
  read: (): State => state,
  readNone: (): State => NONE,
};
