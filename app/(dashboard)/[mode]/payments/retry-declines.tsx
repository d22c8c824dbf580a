"use client";

import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { useSession } from "../../session.tsx";
import type { RetryFilter } from "./retry-dialog.tsx";

const RetryDialog = later(() =>
  import("./retry-dialog.tsx").then(({ RetryDialog }) => RetryDialog),
);

/** Opens the dialog that retries the soft declines among payments of a filter of the payments list. Hidden from members
 * who may not. Each opening reads the counts again. */
export function RetryDeclines({ filter }: { filter: RetryFilter }) {
  const { session } = useSession();
  const [opening, setOpening] = useState(0);
  const [open, setOpen] = useState(false);
  if (!session.may.includes("manage_payments")) return null;
  return (
    <>
      <Button
        size="small"
        icon={<RotateCcw className="size-3.5" aria-hidden />}
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        Retry soft declines…
      </Button>
      {opening > 0 && (
        <RetryDialog key={opening} filter={filter} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}
