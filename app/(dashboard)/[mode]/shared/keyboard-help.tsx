"use client";

import { useEffect, useState } from "react";
import { later } from "#components/ui/later.tsx";
import { followKeyboardHelp } from "./show-keyboard-help.ts";

const KeyList = later(() => import("./key-list.tsx").then(({ KeyList }) => KeyList));

/** The list of keyboard shortcuts, which `?` and the command palette show on every screen. */
export function KeyboardHelp() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(
    () =>
      followKeyboardHelp(() => {
        setWanted(true);
        setOpen(true);
      }),
    [],
  );
  return wanted && <KeyList open={open} onOpenChange={setOpen} />;
}
