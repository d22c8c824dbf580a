"use client";

import { BookOpen } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { useSession } from "../../../session.tsx";

const BookingDialog = later(() =>
  import("./booking-dialog.tsx").then(({ BookingDialog }) => BookingDialog),
);

/** Days to export, both included, and their zone. */
export type BookingDays = { from: string; to: string; timezone: string };

/** Opens the export of a journal for an accounting program; without days, of the last month that has ended. */
export function BookingExport({ days }: { days?: BookingDays }) {
  const { session } = useSession();
  const [open, setOpen] = useState(false);
  if (!session.may.includes("download_reports")) return null;
  return (
    <>
      <Button icon={<BookOpen className="size-3.5" aria-hidden />} onClick={() => setOpen(true)}>
        Export for booking
      </Button>
      {open && <BookingDialog days={days} onClose={() => setOpen(false)} />}
    </>
  );
}
