"use client";

import { ArrowLeft, ArrowRight, Ellipsis, EyeOff, Pencil, Star, Trash2 } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx";

export type ViewActionsProps = {
  name: string;
  kind: "default" | "own" | "team";
  isFavourite: boolean;
  onFavourite: () => void;
  /** Absent where the person may only look. A default view can be hidden, another one changed. */
  change?: {
    isFirst: boolean;
    isLast: boolean;
    onRename: () => void;
    onMove: (by: -1 | 1) => void;
    onRemove: () => void;
  };
};

const ICON = "size-4 text-ink-muted";

/** The menu beside the tab of the open view. */
export function ViewActions({ name, kind, isFavourite, onFavourite, change }: ViewActionsProps) {
  return (
    <Menu
      align="start"
      trigger={
        <IconButton label={`Change ${name}`} size="small">
          <Ellipsis className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Star className={ICON} aria-hidden />} onSelect={onFavourite}>
        {isFavourite ? "Remove from favourites" : "Add to favourites"}
      </MenuItem>
      {!change ? null : kind === "default" ? (
        <MenuItem icon={<EyeOff className={ICON} aria-hidden />} onSelect={change.onRemove}>
          Hide
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<Pencil className={ICON} aria-hidden />} onSelect={change.onRename}>
            Rename…
          </MenuItem>
          <MenuItem
            icon={<ArrowLeft className={ICON} aria-hidden />}
            disabled={change.isFirst}
            onSelect={() => change.onMove(-1)}
          >
            Move left
          </MenuItem>
          <MenuItem
            icon={<ArrowRight className={ICON} aria-hidden />}
            disabled={change.isLast}
            onSelect={() => change.onMove(1)}
          >
            Move right
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            danger
            icon={<Trash2 className="size-4" aria-hidden />}
            onSelect={change.onRemove}
          >
            {kind === "team" ? "Delete for the team" : "Delete"}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
