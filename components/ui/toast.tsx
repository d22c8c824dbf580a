"use client";

import { useEffect, useState } from "react";
import { later, whenIdle } from "./later.tsx";

const ToastList = later(() => import("./toast-list.tsx").then(({ ToastList }) => ToastList));

export type ToastWish = {
  tone: "positive" | "negative" | "info";
  title: string;
  description?: string;
  undo?: Undo;
};
/** How something is taken back: by an ordinary call that does the opposite, and may be refused like any other. */
export type Undo = {
  run: () => Promise<unknown>;
  /** What is said once it is done: "Team is on offer again". */
  done: string;
};
type Extra = Pick<ToastWish, "description" | "undo">;

let show: ((wish: ToastWish) => void) | null = null;
const waiting: ToastWish[] = [];

function add(tone: ToastWish["tone"], title: string, extra?: Extra) {
  const wish = { tone, title, ...extra };
  if (show) show(wish);
  else waiting.push(wish);
}

/** Hands over what is to be shown, also what was said before there was a list. */
export function takeToasts(take: (wish: ToastWish) => void): void {
  show = take;
  for (const wish of waiting.splice(0)) take(wish);
}

/** Says that something happened, from anywhere. A failure stays until it is dismissed; what must
 *  not be missed belongs on the page instead. */
export const toast = {
  done: (title: string, extra?: Extra) => add("positive", title, extra),
  failed: (title: string, extra?: Extra) => add("negative", title, extra),
  note: (title: string, extra?: Extra) => add("info", title, extra),
};

/** Where they are shown, and read aloud: there before the first one, but not before the page. */
export function Toasts() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle && <ToastList />;
}
