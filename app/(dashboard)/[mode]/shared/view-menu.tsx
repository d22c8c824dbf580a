"use client";

import { useMutation } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { ViewActions } from "#components/table/view-actions.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { ListViewView } from "#lib/dashboard/views/list-views.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { useSession } from "../../session.tsx";
import { useFavourites } from "./favourites.tsx";
import { useViewChanges } from "./use-list-views.ts";

export type ViewMenuProps = {
  list: ViewedList;
  view: ListViewView;
  views: readonly ListViewView[];
};

/** The actions on the open view: rename, move, delete; a default view can be hidden. */
export function ViewMenu({ list, view, views }: ViewMenuProps) {
  const { session, mode } = useSession();
  const changes = useViewChanges(list);
  const [renaming, setRenaming] = useState(false);
  const { mutate: run } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => toast.failed("The view was not changed", { error }),
  });
  const { has, toggle } = useFavourites();
  const here = useListPath();
  const favourite = { mode, path: `${here}?${view.query}`, label: view.name.slice(0, 60) };
  const mayChange = view.kind !== "team" || session.may.includes("manage_views");
  const siblings = views.filter(({ kind }) => kind === view.kind);
  const at = siblings.indexOf(view);
  const move = (by: number) => {
    const ids = siblings.map(({ id }) => id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, view.id);
    run(() => changes.order(view.kind, ids));
  };
  const remove = async () => {
    const isDefault = view.kind === "default";
    await (isDefault ? changes.hide(view.id, true) : changes.remove(view));
    toast.done(`${view.name} was ${isDefault ? "hidden" : "deleted"}`, {
      undo: {
        run: () => (isDefault ? changes.hide(view.id, false) : changes.save(view)),
        done: `${view.name} is back`,
      },
    });
  };
  return (
    <>
      <ViewActions
        name={view.name}
        kind={view.kind}
        isFavourite={has(favourite)}
        onFavourite={() => toggle(favourite)}
        change={
          mayChange
            ? {
                isFirst: at === 0,
                isLast: at === siblings.length - 1,
                onRename: () => setRenaming(true),
                onMove: move,
                onRemove: () => run(remove),
              }
            : undefined
        }
      />
      <Rename list={list} view={view} open={renaming} onOpenChange={setRenaming} />
    </>
  );
}

/** `webhooks/deliveries` of `/test/webhooks/deliveries`. */
function useListPath(): string {
  return usePathname().split("/").slice(2).join("/");
}

type RenameProps = {
  list: ViewedList;
  view: ListViewView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function Rename({ list, view, open, onOpenChange }: RenameProps) {
  const changes = useViewChanges(list);
  const [name, setName] = useState(view.name);
  const submit = useMutation({
    mutationFn: () => changes.change(view.kind, { id: view.id, name }),
    onSuccess: () => onOpenChange(false),
  });
  return (
    <FormDialog
      title="Rename the view"
      open={open}
      onOpenChange={onOpenChange}
      onOpen={() => setName(view.name)}
      verb="Rename"
      submit={submit}
    >
      {(errorOf) => (
        <Field label="Name" error={errorOf("name")}>
          <Input value={name} onValueChange={setName} maxLength={40} />
        </Field>
      )}
    </FormDialog>
  );
}
