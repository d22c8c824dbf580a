"use client";

import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Favourite } from "#components/frame/favourites.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useFavourites } from "./favourites.tsx";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };
type Moved = { key: string; by: -1 | 1 };

const keyOf = ({ mode, path }: Favourite) => `${mode ?? "both"} ${path}`;

/** Orders and removes the favourites of both modes. */
export function EditFavourites(props: Props) {
  const { favourites, keep } = useFavourites();
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  const [said, setSaid] = useState("");
  // Moving a row takes the focus from its button: give it back, or to the opposite button at an end of the list.
  useEffect(() => {
    if (!moved) return;
    const row = list.current?.querySelector(`[data-key="${CSS.escape(moved.key)}"]`);
    const button = (by: number) =>
      row?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:not(:disabled)`);
    (button(moved.by) ?? button(-moved.by))?.focus();
  }, [moved]);
  const move = (at: number, by: -1 | 1) => {
    const next = [...favourites];
    const [one] = next.splice(at, 1);
    if (!one) return;
    next.splice(at + by, 0, one);
    keep(next);
    setMoved({ key: keyOf(one), by });
    setSaid(`${one.label} is number ${at + by + 1} of ${next.length}`);
  };
  const remove = (at: number) => {
    const one = favourites[at];
    keep(favourites.filter((_, index) => index !== at));
    setSaid(`${one?.label} was removed`);
    list.current?.focus();
  };
  return (
    <Dialog
      {...props}
      title="Edit favourites"
      description="They are the first group of the sidebar and of the search, on every device of yours."
      footer={<DialogClose render={<Button variant="primary">Done</Button>} />}
    >
      {favourites.length === 0 && (
        <p className="text-13 text-ink-muted">
          No favourites. Open a screen or an object and choose Add to favourites.
        </p>
      )}
      <ol ref={list} tabIndex={-1} aria-label="Favourites" className="outline-none">
        {favourites.map((one, at) => (
          <li
            key={keyOf(one)}
            data-key={keyOf(one)}
            className="flex items-center gap-1 border-b border-line py-1 last:border-0"
          >
            <span className="min-w-0 flex-1 truncate text-13">
              {one.label}
              {one.mode && <span className="text-ink-faint"> · {one.mode} mode</span>}
            </span>
            <IconButton
              label={`Move ${one.label} up`}
              size="small"
              data-by={-1}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <ArrowUp className="size-4" aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${one.label} down`}
              size="small"
              data-by={1}
              disabled={at === favourites.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown className="size-4" aria-hidden />
            </IconButton>
            <IconButton
              label={`Remove ${one.label} from favourites`}
              size="small"
              onClick={() => remove(at)}
            >
              <X className="size-4" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </Dialog>
  );
}
