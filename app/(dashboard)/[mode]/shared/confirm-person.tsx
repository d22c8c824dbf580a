"use client";

import { useEffect, useRef, useState } from "react";
import { later } from "#components/ui/later.tsx";
import { onConfirmationNeeded } from "#lib/dashboard/client.ts";

const ConfirmForm = later(() =>
  import("./confirm-form.tsx").then(({ ConfirmForm }) => ConfirmForm),
);

/** Asks for the password, or for a code if the person has a second factor, before a sensitive action; the action then
 * continues. */
export function ConfirmPerson({ byCode }: { byCode: boolean }) {
  const waiting = useRef<((confirmed: boolean) => void) | null>(null);
  const [open, setOpen] = useState(false);
  /** Number of questions so far; each gets its own form. */
  const [asked, setAsked] = useState(0);
  useEffect(
    () =>
      onConfirmationNeeded(() => {
        setAsked((before) => before + 1);
        setOpen(true);
        return new Promise((resolve) => {
          waiting.current = resolve;
        });
      }),
    [],
  );
  const answer = (confirmed: boolean) => {
    waiting.current?.(confirmed);
    waiting.current = null;
    setOpen(false);
  };
  return asked > 0 && <ConfirmForm key={asked} byCode={byCode} open={open} onAnswer={answer} />;
}
