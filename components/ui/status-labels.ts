export type Tone = "neutral" | "info" | "positive" | "warning" | "negative";

type Sign = "done" | "wait" | "again" | "warn" | "failed" | "stopped" | "ended" | "other";
export type StatusLook = { word: string; tone: Tone; sign: Sign };

/** The label, tone and icon of every status of the API. */
const STATUSES: Record<string, StatusLook> = {
  succeeded: { word: "Succeeded", tone: "positive", sign: "done" },
  settled: { word: "Settled", tone: "positive", sign: "done" },
  paid: { word: "Paid", tone: "positive", sign: "done" },
  scheduled: { word: "Scheduled", tone: "info", sign: "wait" },
  available: { word: "Available", tone: "neutral", sign: "done" },
  delivered: { word: "Delivered", tone: "positive", sign: "done" },
  sent: { word: "Sent", tone: "positive", sign: "done" },
  active: { word: "Active", tone: "positive", sign: "done" },
  enabled: { word: "Enabled", tone: "positive", sign: "done" },
  ready: { word: "Ready", tone: "positive", sign: "done" },
  processing: { word: "Processing", tone: "info", sign: "wait" },
  queued: { word: "Queued", tone: "info", sign: "wait" },
  pending: { word: "Pending", tone: "info", sign: "wait" },
  waits_for_approval: { word: "Needs approval", tone: "warning", sign: "wait" },
  submitted: { word: "Submitted", tone: "info", sign: "wait" },
  retrying: { word: "Retrying", tone: "warning", sign: "again" },
  requires_action: { word: "Needs payer", tone: "warning", sign: "warn" },
  requires_capture: { word: "To capture", tone: "warning", sign: "wait" },
  held: { word: "Held", tone: "warning", sign: "wait" },
  expiring: { word: "Expiring", tone: "warning", sign: "wait" },
  skipped: { word: "Skipped", tone: "neutral", sign: "ended" },
  running: { word: "Running", tone: "info", sign: "again" },
  stopped: { word: "Stopped", tone: "neutral", sign: "stopped" },
  paused: { word: "Paused", tone: "warning", sign: "wait" },
  completed: { word: "Completed", tone: "positive", sign: "done" },
  failed: { word: "Failed", tone: "negative", sign: "failed" },
  failing: { word: "Failing", tone: "negative", sign: "warn" },
  disabled: { word: "Disabled", tone: "negative", sign: "stopped" },
  kept: { word: "Not sent", tone: "neutral", sign: "other" },
  revoked: { word: "Revoked", tone: "neutral", sign: "stopped" },
  expired: { word: "Expired", tone: "neutral", sign: "ended" },
  detached: { word: "Detached", tone: "neutral", sign: "ended" },
  canceled: { word: "Canceled", tone: "neutral", sign: "ended" },
  returned: { word: "Returned", tone: "negative", sign: "again" },
  rejected: { word: "Rejected", tone: "negative", sign: "failed" },
  refunded: { word: "Refunded", tone: "neutral", sign: "again" },
  needs_response: { word: "Needs response", tone: "warning", sign: "warn" },
  under_review: { word: "Under review", tone: "info", sign: "wait" },
  won: { word: "Won", tone: "positive", sign: "done" },
  lost: { word: "Lost", tone: "negative", sign: "failed" },
  incomplete: { word: "Incomplete", tone: "warning", sign: "wait" },
  incomplete_expired: { word: "Not started", tone: "neutral", sign: "ended" },
  trialing: { word: "Trial", tone: "info", sign: "wait" },
  past_due: { word: "Past due", tone: "negative", sign: "again" },
  unpaid: { word: "Unpaid", tone: "negative", sign: "stopped" },
  draft: { word: "Draft", tone: "neutral", sign: "other" },
  open: { word: "Open", tone: "warning", sign: "wait" },
  matched: { word: "Matched", tone: "positive", sign: "done" },
  set_aside: { word: "Set aside", tone: "neutral", sign: "ended" },
  twice: { word: "Counted before", tone: "neutral", sign: "again" },
  void: { word: "Void", tone: "neutral", sign: "ended" },
  uncollectible: { word: "Uncollectible", tone: "negative", sign: "stopped" },
  disputed: { word: "Disputed", tone: "warning", sign: "warn" },
  dispute_won: { word: "Dispute won", tone: "positive", sign: "done" },
  dispute_lost: { word: "Dispute lost", tone: "negative", sign: "failed" },
  partially_refunded: { word: "Part refunded", tone: "neutral", sign: "again" },
};

/** The label, tone and icon of a status. An unknown status is shown by its own name. */
export function statusLook(status: string): StatusLook {
  return STATUSES[status] ?? { word: status.replaceAll("_", " "), tone: "neutral", sign: "other" };
}

/** The label of a status, for chips and sentences. */
export function statusWord(status: string): string {
  return statusLook(status).word;
}
