"use client";

import { useEffect, useState } from "react";
import { later, whenIdle } from "./later.tsx";

const ToastList = later(() => import("./toast-list.tsx").then(({ ToastList }) => ToastList));

export type ToastOptions = {
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
type Extra = Pick<ToastOptions, "description" | "undo">;

let show: ((params: ToastOptions) => void) | null = null;
const waiting: ToastOptions[] = [];

function add(tone: ToastOptions["tone"], title: string, extra?: Extra) {
  const params = { tone, title, ...extra };
  if (show) show(params);
  else waiting.push(params);
}

/** Hands over what is to be shown, also what was said before there was a list. */
export function takeToasts(take: (params: ToastOptions) => void): void {
  show = take;
  for (const params of waiting.splice(0)) take(params);
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
