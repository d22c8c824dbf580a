"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { IconButton } from "./icon-button.tsx";

/** The backdrop of a dialog or drawer. */
export const Scrim = () => (
  <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0" />
);

/** The close button of a dialog or drawer, for its `render`. */
export const closeCross = (
  <IconButton label="Close" size="small" className="-mr-1.5">
    <X className="size-4" aria-hidden />
  </IconButton>
);
