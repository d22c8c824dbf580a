"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, ChevronDown, Clock, Download } from "lucide-react";
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

/** Every row behind a report as CSV: downloaded with one click; a menu beside it prepares or schedules the file. Hidden from members who may not. */
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
    onError: (error) => toast.failed("The file was not created", { description: error.message }),
    onSettled: () => queries.invalidateQueries({ predicate: isAboutDownloads }),
  });
  if (!session.may.includes("download_reports")) return null;
  const icon = "size-3.5";
  return (
    <>
      <div className="flex">
        <Button
          className="rounded-r-none focus-visible:z-1"
          onClick={() => window.location.assign(exportHref(mode, file))}
          icon={<Download className={icon} aria-hidden />}
        >
          {label}
        </Button>
        <Menu
          trigger={
            <Button
              aria-label="Other ways to download"
              loading={prepare.isPending}
              className="-ml-px rounded-l-none px-1.5 pointer-coarse:px-3"
            >
              <ChevronDown className={icon} aria-hidden />
            </Button>
          }
        >
          <MenuNote>{note}</MenuNote>
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
      </div>
      <ScheduleReport file={file} open={schedules} onOpenChange={setSchedules} />
    </>
  );
}
