"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/select.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { useTeamChange } from "./use-team-change.ts";

type Ends = TeamView["sessionEnds"];

const IDLE_MINUTES = [15, 30, 60, 120, 240, 480, 720];
const DAYS = [1, 7, 14, 30];

/** How long sessions of members last, and the form that changes it. */
export function SessionEnds({ ends }: { ends: Ends }) {
  const { session } = useSession();
  return (
    <Section
      title="Session length"
      note={`${durationOf(ends.idleMinutes)} without activity, and ${daysOf(ends.days)} in total. Live money asks for the password or a code again in any case.`}
      className="mt-10"
      actions={session.may.includes("manage_team") && <Change ends={ends} />}
    >
      {null}
    </Section>
  );
}

function Change({ ends }: { ends: Ends }) {
  const change = useTeamChange();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(ends);
  const set = (next: typeof ends) => client.post("/team/session-ends", {}, next);
  const save = useMutation({
    mutationFn: () =>
      change(() => set(form), "It applies from each member's next request on", {
        change: () => set(ends),
        done: "Session length restored",
      }),
    onSuccess: () => setOpen(false),
  });
  return (
    <FormDialog
      title="Session length"
      description="Sessions that are older or idle for longer end, including yours. Members of several accounts get the shortest times of them. Keys continue to work."
      trigger={<Button>Change</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Save"
      ready={form.idleMinutes !== ends.idleMinutes || form.days !== ends.days}
      submit={save}
      onOpen={() => setForm(ends)}
    >
      {(errorOf) => (
        <>
          <Field label="Without activity" error={errorOf("idleMinutes")}>
            <Select
              choices={choicesOf(IDLE_MINUTES, ends.idleMinutes, durationOf)}
              value={String(form.idleMinutes)}
              onChange={(minutes: string) => setForm({ ...form, idleMinutes: Number(minutes) })}
            />
          </Field>
          <Field label="Since sign-in" error={errorOf("days")}>
            <Select
              choices={choicesOf(DAYS, ends.days, daysOf)}
              value={String(form.days)}
              onChange={(days: string) => setForm({ ...form, days: Number(days) })}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

/** The choices, and the present value in any case. */
function choicesOf(offered: readonly number[], present: number, label: (value: number) => string) {
  return [...new Set([...offered, present])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: label(value) }));
}

function durationOf(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}

const daysOf = (days: number) => (days === 1 ? "1 day" : `${days} days`);
