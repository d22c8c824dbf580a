"use client";

import { useEffect, useState } from "react";
import { docsOf } from "./about-error.tsx";
import { later, whenIdle } from "./later.tsx";

const ToastList = later(() => import("./toast-list.tsx").then(({ ToastList }) => ToastList));

export type ToastOptions = {
  tone: "positive" | "negative" | "info";
  title: string;
  description?: string;
  undo?: Undo;
  /** The page about the error. */
  docs?: string | null;
};
/** How to undo a change: an ordinary call that does the opposite and can fail like any other. */
export type Undo = {
  run: () => Promise<unknown>;
  /** The message after the undo: "Team is available again". */
  done: string;
};
type Extra = Pick<ToastOptions, "description" | "undo">;
/** A failure: its message describes it, or is the title itself. */
type Failure = { description?: string | undefined; error?: unknown };

let show: ((params: ToastOptions) => void) | null = null;
const waiting: ToastOptions[] = [];

function add(
  tone: ToastOptions["tone"],
  title: string,
  extra?: Extra & Pick<ToastOptions, "docs">,
) {
  const params = { tone, title, ...extra };
  if (show) show(params);
  else waiting.push(params);
}

/** Subscribes to the toasts, including those added before the list was loaded. */
export function takeToasts(take: (params: ToastOptions) => void): void {
  show = take;
  for (const params of waiting.splice(0)) take(params);
}

/** Shows a message from anywhere. A failure stays until it is dismissed. Messages that must not be missed
 *  belong on the page instead. */
export const toast = {
  done: (title: string, extra?: Extra) => add("positive", title, extra),
  failed: (title: string | Error, { description, error }: Failure = {}) => {
    const cause = title instanceof Error ? title : error;
    const because = description ?? (error instanceof Error ? error.message : undefined);
    add("negative", title instanceof Error ? title.message : title, {
      ...(because !== undefined && { description: because }),
      docs: docsOf(cause),
    });
  },
  note: (title: string, extra?: Extra) => add("info", title, extra),
};

/** The region in which toasts are shown and announced. Rendered before the first toast but after the page. */
export function Toasts() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle && <ToastList />;
}
