"use client";

import { useSyncExternalStore } from "react";
import { SHELL_HISTORY } from "../../../stored-names.ts";
import type { Draft } from "./draft.ts";

/** A call that was made from this browser, to be made again. */
export type Made = Draft & {
  label: string;
  status: number;
  requestId: string | null;
  at: string;
};

const MOST = 20;
const listeners = new Set<() => void>();
const NONE = "[]";

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function write(key: string, made: readonly Made[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(made.slice(0, MOST)));
  } catch {
    // A full or forbidden store keeps no history; the call was made all the same.
  }
  for (const listener of listeners) listener();
}

/** What was called from this browser, newest first, by account and mode. It never leaves the browser. */
export function useHistory(account: string, mode: string) {
  const key = `${SHELL_HISTORY}${account}_${mode}`;
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? NONE,
    () => NONE,
  );
  const made = readHistory(text);
  return {
    made,
    add: (one: Made) => write(key, [one, ...readHistory(localStorage.getItem(key) ?? NONE)]),
    clear: () => write(key, []),
  };
}

function readHistory(text: string): Made[] {
  try {
    return JSON.parse(text) as Made[];
  } catch {
    return [];
  }
}
