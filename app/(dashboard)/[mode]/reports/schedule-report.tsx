"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsOf } from "#lib/dashboard/client.ts";
import type { ScheduleInterval } from "#lib/kernel/vocabulary/reports.ts";
import { useSession } from "../../session.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { INTERVALS } from "./downloads/download-labels.ts";
import type { FileParams } from "./report-file.ts";

const PERIODS: Record<ScheduleInterval, string> = {
  daily: "each day",
  weekly: "each week, Monday to Sunday,",
  monthly: "each calendar month",
};

type ScheduleReportProps = {
  /** The report as the screen shows it; a schedule has its filters, not its period. */
  file: FileParams;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A form that prepares this report's file after each day, week or month. */
export function ScheduleReport({ file, open, onOpenChange }: ScheduleReportProps) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  const [interval, setInterval] = useState<ScheduleInterval>("monthly");
  const [mailMe, setMailMe] = useState(true);
  const create = useMutation({
    mutationFn: () => {
      const { from: _, to: __, ...report } = file;
      const schedule = { interval, mailMe, report };
      return once(schedule, (attempt) =>
        client.post("/:mode/report-schedules", { mode }, { ...schedule, attempt }),
      );
    },
    onSuccess: () => {
      onOpenChange(false);
      toast.done("The report is scheduled", {
        description: "Its files appear under Downloads, where you can stop it.",
      });
      void queries.invalidateQueries(readsOf("/:mode/report-schedules", { mode }));
    },
  });
  const { timezone } = session.account;
  return (
    <FormDialog
      title="Schedule this report"
      description="Each file has the rows of its period that match the filters of this screen."
      open={open}
      onOpenChange={onOpenChange}
      verb="Schedule report"
      submit={create}
    >
      <Field
        label="Interval"
        hint={`After ${PERIODS[interval]} in ${timezone}, a file is prepared. It is under Downloads for seven days, and your endpoints get the event report.ready.`}
      >
        <Segmented label="Interval" choices={INTERVALS} value={interval} onChange={setInterval} />
      </Field>
      <Checkbox
        label={`E-mail ${session.person.email} for each file`}
        hint="With its row count and SHA-256. The file itself is not attached."
        checked={mailMe}
        onChange={setMailMe}
      />
    </FormDialog>
  );
}
