"use client";

import { BookmarkPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import type { ListViewView } from "#lib/dashboard/views/list-views.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import type { SaveViewFormProps } from "./save-view-form.tsx";
import { useListViews, viewQuery } from "./use-list-views.ts";

const SaveViewForm = later<SaveViewFormProps>(() =>
  import("./save-view-form.tsx").then(({ SaveViewForm }) => SaveViewForm),
);

/** Saves the filters of the address as a view. Absent where they are a view already. */
export function SaveView({ list }: { list: ViewedList }) {
  const { views, active, search } = useListViews(list);
  const [open, setOpen] = useState(false);
  // The view that was open before its filters were changed can take them.
  const [opened, setOpened] = useState<ListViewView | null>(null);
  if (active && active !== opened) setOpened(active);
  if (active) return null;
  const changed = views.find(({ id, kind }) => kind !== "default" && id === opened?.id);
  return (
    <Popover
      title="Save view"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          variant="quiet"
          size="small"
          icon={<BookmarkPlus className="size-3.5" aria-hidden />}
        >
          Save view
        </Button>
      }
    >
      <SaveViewForm
        list={list}
        query={viewQuery(search)}
        changed={changed}
        onDone={() => setOpen(false)}
      />
    </Popover>
  );
}
