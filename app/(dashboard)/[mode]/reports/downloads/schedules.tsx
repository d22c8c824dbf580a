"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsOf } from "#lib/dashboard/client.ts";
import type { ScheduleView } from "#lib/dashboard/views/reports.ts";
import { useSession } from "../../../session.tsx";
import { schedulesRead } from "../report-reads.ts";
import { filterLabel, intervalLabel, reportLabel } from "./download-labels.ts";

/** The reports that are prepared by themselves; nothing if there are none. */
export function Schedules() {
  const { mode } = useSession();
  const { data } = useQuery(schedulesRead(mode));
  if (!data || data.schedules.length === 0) return null;
  return (
    <Section
      title="Scheduled reports"
      note="A file is prepared 15 minutes after the end of each period. One of settlements waits up to a day for those that are expected."
      className="mb-8"
    >
      <ul className="divide-y divide-line">
        {data.schedules.map((schedule) => (
          <Schedule key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </Section>
  );
}

function Schedule({ schedule }: { schedule: ScheduleView }) {
  const { session } = useSession();
  const name = `${intervalLabel(schedule.interval)}: ${reportLabel(schedule)}`;
  const facts = [schedule.timezone, filterLabel(schedule), mailLabel(schedule)].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-13 font-medium">{name}</p>
        <p className="text-12 break-words text-ink-muted">{facts.join(" · ")}</p>
      </div>
      <div className="flex items-center gap-2">
        <span className="text-12 text-ink-muted">
          {schedule.nextRunAt ? (
            <>
              Next file <Timestamp value={schedule.nextRunAt} />
            </>
          ) : (
            "Stopped"
          )}
        </span>
        {session.may.includes("download_reports") && (
          <ScheduleActions schedule={schedule} name={name} />
        )}
      </div>
    </li>
  );
}

const mailLabel = ({ mailTo }: ScheduleView) =>
  mailTo.length > 0 ? `e-mail to ${mailTo.join(", ")}` : "";

function ScheduleActions({ schedule, name }: { schedule: ScheduleView; name: string }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const { id, active } = schedule;
  const onSettled = () => queries.invalidateQueries(readsOf("/:mode/report-schedules", { mode }));
  const change = useMutation({
    mutationFn: () => client.post("/:mode/report-schedules/:id", { mode, id }, { active: !active }),
    onError: (error) => toast.failed("The schedule was not changed", { error }),
    onSettled,
  });
  const { mutateAsync: remove } = useMutation({
    mutationFn: () => client.post("/:mode/report-schedules/:id/delete", { mode, id }),
    onSettled,
  });
  return (
    <>
      <Button size="small" loading={change.isPending} onClick={() => change.mutate()}>
        {active ? "Stop" : "Resume"}
      </Button>
      <ConfirmDialog
        title="Delete this schedule?"
        touches={`${name}. No further files are prepared; the existing ones stay.`}
        verb="Delete schedule"
        trigger={<Button size="small">Delete</Button>}
        onConfirm={remove}
      />
    </>
  );
}
