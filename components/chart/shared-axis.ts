import { useId, useLayoutEffect, useSyncExternalStore } from "react";
import type { BrushWindow } from "./brush-window.ts";

/** The space beside the drawing, in pixels: labels of the vertical axis, and names at the ends of lines. */
export type Room = { left: number; right: number };

type Shared = Room & { window: BrushWindow | null };

/** Charts with the same points on their axis, which are drawn with the same space beside them, so that a day is at the
 *  same place in each, and show the same part. Filled by effects, so only in a browser. */
const axes = new Map<string, { members: Map<string, Room>; shared: Shared }>();
const followers = new Set<() => void>();

function renew(key: string, window?: BrushWindow | null): void {
  const axis = axes.get(key);
  if (!axis) return;
  const rooms = [...axis.members.values()];
  axis.shared = {
    left: Math.max(0, ...rooms.map(({ left }) => left)),
    right: Math.max(0, ...rooms.map(({ right }) => right)),
    window: window === undefined ? axis.shared.window : window,
  };
  for (const follower of followers) follower();
}

const follow = (follower: () => void) => {
  followers.add(follower);
  return () => void followers.delete(follower);
};

/** State that the charts of one axis share. */
export type SharedAxis = Room & {
  window: BrushWindow | null;
  show: (window: BrushWindow | null) => void;
};

/** Joins the charts whose axis has this key, with the space that this one needs. */
export function useSharedAxis(key: string, { left, right }: Room): SharedAxis {
  const id = useId();
  useLayoutEffect(() => {
    const axis = axes.get(key) ?? {
      members: new Map<string, Room>(),
      shared: { left: 0, right: 0, window: null },
    };
    axes.set(key, axis);
    axis.members.set(id, { left: 0, right: 0 });
    return () => {
      axis.members.delete(id);
      if (axis.members.size === 0) axes.delete(key);
      renew(key);
    };
  }, [key, id]);
  useLayoutEffect(() => {
    axes.get(key)?.members.set(id, { left, right });
    renew(key);
  }, [key, id, left, right]);
  const shared = useSyncExternalStore(
    follow,
    () => axes.get(key)?.shared ?? null,
    () => null,
  );
  return {
    left: Math.max(left, shared?.left ?? 0),
    right: Math.max(right, shared?.right ?? 0),
    window: shared?.window ?? null,
    show: (window) => renew(key, window),
  };
}
