"use client";

import { useSyncExternalStore } from "react";
import { SHELL_HISTORY } from "../../../stored-names.ts";
import type { Draft } from "./draft.ts";

/** A call made from this browser, with what is needed to open it again. */
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
    // Full or blocked storage keeps no history; the call itself is not affected.
  }
  for (const listener of listeners) listener();
}

/** History of calls in this browser by account and mode, newest first. It is never sent to the server. */
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
