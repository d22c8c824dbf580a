import type { ReactNode } from "react";

export type TipSide = "top" | "right" | "bottom" | "left";
export type ShownTip = { anchor: Element; text: ReactNode; side: TipSide };
type State = { wanted: boolean; shown: ShownTip | null };

/** A pointer that only passes over is told nothing. */
const DELAY_MS = 350;
/** Whoever has just read one reads the next without a wait. */
const WARM_MS = 400;
/** Time for the pointer to get from the element to its tip, to select a word of it. */
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

/** Which tooltip is shown: never more than one on a page. */
export const tips = {
  come(tip: ShownTip, atOnce: boolean): void {
    clearTimeout(timer);
    coming = tip;
    // What draws them is fetched while the pointer rests.
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
  /** The pointer has come to the tip itself. */
  stay: (): void => clearTimeout(timer),
  hide,
  follow(follower: () => void): () => void {
    followers.add(follower);
    return () => followers.delete(follower);
  },
  read: (): State => state,
  readNone: (): State => NONE,
};
