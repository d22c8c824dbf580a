import { moneyText } from "#components/money/money.tsx";
import { declineName } from "#components/payments/decline-names.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import type { RailCallView } from "#lib/dashboard/views/requests.ts";
import type { OrderedEntry } from "./event-entry.tsx";

const ASKED: Record<RailCallView["asked"], string> = {
  authorise: "to authorise",
  capture: "to capture",
  refund: "to refund",
  pay_out: "to pay out",
  set_up_mandate: "to set up the mandate",
};

type Label = { label: string; tone: Tone };

/** The rail's outcome by the state of the object. */
const BECAME: Record<string, Label> = {
  approved: { label: "approved", tone: "positive" },
  declined: { label: "refused", tone: "negative" },
  authentication_failed: { label: "the payer was not authenticated", tone: "negative" },
  abandoned: { label: "the payer abandoned it", tone: "neutral" },
  requires_action: { label: "the payer has to confirm", tone: "warning" },
  requires_capture: { label: "approved", tone: "positive" },
  processing: { label: "no outcome yet", tone: "info" },
  succeeded: { label: "done", tone: "positive" },
  failed: { label: "refused", tone: "negative" },
  canceled: { label: "canceled", tone: "neutral" },
  pending: { label: "no answer yet", tone: "info" },
  submitted: { label: "accepted", tone: "info" },
  settled: { label: "done", tone: "positive" },
  returned: { label: "returned by the bank", tone: "negative" },
  active: { label: "done", tone: "positive" },
  revoked: { label: "done, later revoked", tone: "neutral" },
  expired: { label: "done, later expired", tone: "neutral" },
};

const RANK = 12;

/** A call to a rail in a timeline: the operation, its idempotency key, and the answer. */
export function railEntry(call: RailCallView): OrderedEntry {
  const { objectId, asked, amount, currency, status, code, reference, askAgainAt } = call;
  const { label, tone } = BECAME[status] ?? { label: status, tone: "neutral" };
  const time = call.answeredAt ?? call.askedAt;
  const sum = amount !== null && currency ? ` ${moneyText(amount, currency)}` : "";
  return {
    id: `rail ${asked} ${objectId}`,
    time,
    rank: RANK,
    tone: asked === "capture" && call.answeredAt ? "positive" : tone,
    at: <Timestamp value={time} focusable />,
    title: `Rail asked ${ASKED[asked]}${sum}: ${asked === "capture" ? captured(call) : label}`,
    detail: (
      <span className="text-12">
        {code && <>Reason: {codeText(code)} · </>}
        Rail's idempotency key <code className="font-mono break-all">{objectId}</code>
        {reference && (
          <>
            , its reference <code className="font-mono break-all">{reference}</code>
          </>
        )}
        {call.answeredAt && call.answeredAt !== call.askedAt && (
          <>
            {" "}
            · asked <Timestamp value={call.askedAt} />
          </>
        )}
        {askAgainAt && (
          <>
            {" "}
            · next check <Timestamp value={askAgainAt} />
          </>
        )}
      </span>
    ),
  };
}

/** Whether a capture was done is known from its ledger transfer, not from the payment's status. */
const captured = ({ answeredAt }: RailCallView) => (answeredAt ? "done" : "no answer yet");

/** `insufficient funds`, or the network's own `51` as it is. */
function codeText(code: string): string {
  return /^[a-z_]+$/.test(code) ? declineName(code).title.toLowerCase() : code;
}
