"use client";

import { useMutation } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Ellipsis, EyeOff, Pencil, Star, Trash2 } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/menu.tsx";
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

const ICON = "size-4 text-ink-muted";

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
      <Menu
        align="start"
        trigger={
          <IconButton label={`Change ${view.name}`} size="small">
            <Ellipsis className="size-4" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Star className={ICON} aria-hidden />} onSelect={() => toggle(favourite)}>
          {has(favourite) ? "Remove from favourites" : "Add to favourites"}
        </MenuItem>
        {!mayChange ? null : view.kind === "default" ? (
          <MenuItem icon={<EyeOff className={ICON} aria-hidden />} onSelect={() => run(remove)}>
            Hide
          </MenuItem>
        ) : (
          <>
            <MenuItem
              icon={<Pencil className={ICON} aria-hidden />}
              onSelect={() => setRenaming(true)}
            >
              Rename…
            </MenuItem>
            <MenuItem
              icon={<ArrowLeft className={ICON} aria-hidden />}
              disabled={at === 0}
              onSelect={() => move(-1)}
            >
              Move left
            </MenuItem>
            <MenuItem
              icon={<ArrowRight className={ICON} aria-hidden />}
              disabled={at === siblings.length - 1}
              onSelect={() => move(1)}
            >
              Move right
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 className="size-4" aria-hidden />}
              onSelect={() => run(remove)}
            >
              {view.kind === "team" ? "Delete for the team" : "Delete"}
            </MenuItem>
          </>
        )}
      </Menu>
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
