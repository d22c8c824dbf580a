"use client";

import { useEffect, useState } from "react";
import { isShortcut } from "#components/table/single-keys.ts";
import { later } from "#components/ui/later.tsx";
import { followKeyboardHelp } from "./show-keyboard-help.ts";

const KeyList = later(() => import("./key-list.tsx").then(({ KeyList }) => KeyList));

/** `?` shows the keyboard shortcuts on every screen; the command palette does too. */
export function KeyboardHelp() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const show = () => {
      setWanted(true);
      setOpen(true);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) show();
    };
    document.addEventListener("keydown", onKey);
    const stop = followKeyboardHelp(show);
    return () => {
      document.removeEventListener("keydown", onKey);
      stop();
    };
  }, []);
  return wanted && <KeyList open={open} onOpenChange={setOpen} />;
}
