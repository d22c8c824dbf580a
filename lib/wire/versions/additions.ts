/** Something new in every version from its date on: a field, a parameter or an event type. Released shapes do not
 * change otherwise. */
export type Addition = {
  /** The date of the addition, as YYYY-MM-DD. */
  date: string;
  /** For the changelog. */
  title: string;
  description: string;
};

/** Additions that the changelog names, newest first. */
export const ADDITIONS: readonly Addition[] = [
  {
    date: "2026-11-24",
    title: "Report files and schedules",
    description:
      "`/v1/report_runs` prepares report files and lists all that were taken, with their hashes. `/v1/report_schedules` " +
      "prepares them after each day, week or month. Reports have `schedule`, which is null for files that no schedule started.",
  },
  {
    date: "2026-11-23",
    title: "Payouts above a limit wait for approval",
    description:
      "An account can set limits above which a payout stays `pending` until a second person approves it in the dashboard. " +
      "Payouts and payout batches have `approval`, which is null where nobody is asked. `payout.approval_requested` and " +
      "`payout.approval_decided` are sent, and `GET /v1/payouts` takes `approval`. Without limits nothing changes.",
  },
];
