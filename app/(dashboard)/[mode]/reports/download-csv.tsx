"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Clock, Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { Menu, MenuItem, MenuNote } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { exportHref, type FileParams } from "./report-file.ts";
import { isAboutDownloads } from "./report-reads.ts";

const ScheduleReport = later(() =>
  import("./schedule-report.tsx").then(({ ScheduleReport }) => ScheduleReport),
);

const NOTES: Record<FileParams["type"], string> = {
  settlement: "Every movement that matches the filters, not only those shown",
  declines: "Every payment that issuers declined and that matches the filters",
  interchange: "Every card charge that matches the filters; other methods have no interchange",
  accounting_journal: "The ledger's sums per day, for an accounting program",
};

/** Every row behind a report as CSV: downloaded now, or prepared in the background. Hidden from members who may not. */
export function DownloadCsv({
  file,
  label = "Download CSV",
  note = NOTES[file.type],
}: {
  file: FileParams;
  label?: string;
  note?: string;
}) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const router = useRouter();
  const [schedules, setSchedules] = useState(false);
  const prepare = useMutation({
    mutationFn: () => client.post("/:mode/downloads", { mode }, file),
    onSuccess: () => {
      toast.done("The file is being prepared", {
        description: "It appears on the Downloads page when it is ready.",
      });
      router.push(`/${mode}/reports/downloads`);
    },
    onError: (error) => toast.failed("The file was not created", { error }),
    onSettled: () => queries.invalidateQueries({ predicate: isAboutDownloads }),
  });
  if (!session.may.includes("download_reports")) return null;
  const icon = "size-3.5";
  return (
    <>
      <Menu
        trigger={
          <Button loading={prepare.isPending} icon={<Download className={icon} aria-hidden />}>
            {label}
          </Button>
        }
      >
        <MenuNote>{note}</MenuNote>
        <MenuItem
          icon={<Download className={icon} aria-hidden />}
          onSelect={() => window.location.assign(exportHref(mode, file))}
        >
          Download now
        </MenuItem>
        <MenuItem icon={<Clock className={icon} aria-hidden />} onSelect={() => prepare.mutate()}>
          Prepare in the background
        </MenuItem>
        <MenuItem
          icon={<CalendarClock className={icon} aria-hidden />}
          onSelect={() => setSchedules(true)}
        >
          Schedule…
        </MenuItem>
      </Menu>
      <ScheduleReport file={file} open={schedules} onOpenChange={setSchedules} />
    </>
  );
}
