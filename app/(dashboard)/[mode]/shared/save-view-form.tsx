"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { ListViewView } from "#lib/dashboard/views/list-views.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { useSession } from "../../session.tsx";
import { useViewChanges } from "./use-list-views.ts";

export type SaveViewFormProps = {
  list: ViewedList;
  query: string;
  /** The view whose filters were changed since it was opened. */
  changed: ListViewView | undefined;
  onDone: () => void;
};

export function SaveViewForm({ list, query, changed, onDone }: SaveViewFormProps) {
  const { session } = useSession();
  const changes = useViewChanges(list);
  const [name, setName] = useState("");
  const [forTeam, setForTeam] = useState(false);
  const mayTeam = session.may.includes("manage_views");
  const save = useMutation({
    mutationFn: () => changes.save({ kind: forTeam ? "team" : "own", name, query }),
    onSuccess: onDone,
  });
  const update = useMutation({
    mutationFn: (view: ListViewView) => changes.change(view.kind, { id: view.id, query }),
    onSuccess: ({ name: updated }) => {
      toast.done(`${updated} has the new filters`);
      onDone();
    },
    onError: (error) => toast.failed("The view was not changed", { error }),
  });
  const mayUpdate = changed && (changed.kind === "own" || mayTeam);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {mayUpdate && (
        <Button size="small" loading={update.isPending} onClick={() => update.mutate(changed)}>
          Update “{changed.name}”
        </Button>
      )}
      <Field label={mayUpdate ? "Name of a new view" : "Name"} error={save.error?.message}>
        <Input value={name} onValueChange={setName} maxLength={40} placeholder="Failed this week" />
      </Field>
      {mayTeam && <Checkbox label="For the whole team" checked={forTeam} onChange={setForTeam} />}
      <Button type="submit" variant="primary" size="small" loading={save.isPending}>
        Save view
      </Button>
      <p className="text-12 text-ink-faint">
        A view keeps the filters, columns and order of the list.
      </p>
    </form>
  );
}
