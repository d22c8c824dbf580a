"use client";

import { Info } from "lucide-react";
import { Button } from "./button.tsx";
import { Popover } from "./popover.tsx";

/** In place of the button of an action that the server would refuse now: opens the reason. */
export function RefusedAction({ verb, reason }: { verb: string; reason: string }) {
  return (
    <Popover
      title={`${verb} is not possible`}
      align="end"
      trigger={
        <Button
          variant="quiet"
          aria-label={`Why “${verb}” is not possible`}
          title={reason}
          className="text-ink-faint"
          icon={<Info className="size-3.5" aria-hidden />}
        >
          {verb}
        </Button>
      }
    >
      <p className="text-13 text-ink-muted">{reason}</p>
    </Popover>
  );
}
