import {
  Activity,
  ArrowDownLeft,
  ArrowUpRight,
  CalendarCheck,
  FileDown,
  FileSignature,
  FileStack,
  Gavel,
  KeyRound,
  Landmark,
  ListChecks,
  type LucideIcon,
  ReceiptText,
  Repeat,
  RotateCw,
  Scale,
  ScrollText,
  Send,
  Tags,
  Undo2,
  User,
  Wallet,
  Webhook,
} from "lucide-react";
import { reasonName } from "#components/disputes/reasons.ts";
import { urlParts } from "#components/format/delivery-labels.ts";
import { moneyText } from "#components/money/money.tsx";
import type { PaletteItem } from "#components/palette/palette.tsx";
import { codeLabel, methodName, refundReasonLabel } from "#components/payments/labels.ts";
import { monthName } from "#components/time/month-grid.ts";
import { shortenId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { FoundView } from "#lib/dashboard/views/requests.ts";

type Kind = {
  noun: string;
  icon: LucideIcon;
  /** Path of its page within the mode. */
  path: (id: string) => string;
  /** How to show its label where that is a code. */
  label?: (label: string) => string;
};

const KINDS: Record<FoundView["kind"], Kind> = {
  payment: { noun: "Payment", icon: ArrowDownLeft, path: (id) => `payments/${id}` },
  payout: { noun: "Payout", icon: ArrowUpRight, path: (id) => `payouts/${id}` },
  batch: { noun: "Payout batch", icon: FileStack, path: (id) => `batches/${id}` },
  mandate: { noun: "Mandate", icon: FileSignature, path: (id) => `mandates/${id}` },
  plan: { noun: "Plan", icon: Tags, path: () => "plans" },
  subscription: { noun: "Subscription", icon: Repeat, path: (id) => `subscriptions/${id}` },
  invoice: { noun: "Invoice", icon: ReceiptText, path: (id) => `invoices/${id}` },
  refund: {
    noun: "Refund",
    icon: Undo2,
    path: (id) => `refunds/${id}`,
    label: refundReasonLabel,
  },
  dispute: { noun: "Dispute", icon: Gavel, path: (id) => `disputes/${id}`, label: reasonName },
  customer: { noun: "Customer", icon: User, path: (id) => `customers/${id}` },
  payment_method: {
    noun: "Payment method",
    icon: Wallet,
    path: (id) => `payments?payment_method=${id}`,
    label: methodName,
  },
  settlement: { noun: "Settlement", icon: Landmark, path: (id) => `settlements/${id}` },
  balance_transaction: {
    noun: "Balance transaction",
    icon: Scale,
    path: (id) => `balance?q=${id}`,
    label: codeLabel,
  },
  endpoint: {
    noun: "Endpoint",
    icon: Webhook,
    path: (id) => `webhooks/endpoints/${id}`,
    label: (url) => Object.values(urlParts(url)).join(""),
  },
  event: { noun: "Event", icon: Activity, path: (id) => `events/${id}` },
  delivery: { noun: "Delivery", icon: Send, path: (id) => `webhooks/deliveries/${id}` },
  replay: { noun: "Replay", icon: RotateCw, path: (id) => `webhooks/replays/${id}` },
  request: { noun: "Request", icon: ScrollText, path: (id) => `logs/${id}` },
  transfer: {
    noun: "Ledger transfer",
    icon: Scale,
    path: (id) => `timeline/${id}`,
    label: codeLabel,
  },
  top_up: { noun: "Top-up", icon: Wallet, path: (id) => `timeline/${id}` },
  download: {
    noun: "Report",
    icon: FileDown,
    path: () => "reports/downloads",
    label: codeLabel,
  },
  closing: {
    noun: "Closed month",
    icon: CalendarCheck,
    path: (id) => `reports/closing/${id}`,
    label: monthName,
  },
  bulk_job: { noun: "Bulk action", icon: ListChecks, path: (id) => `bulk/${id}` },
  retry_job: { noun: "Retries", icon: RotateCw, path: (id) => `payments/retries/${id}` },
  key: { noun: "Key", icon: KeyRound, path: (id) => `keys/${id}` },
};

export type GoItem = PaletteItem & { href?: string; run?: () => void };

/** A search result as an item that links to its page. */
export function foundItem(found: FoundView, mode: string): GoItem {
  const { noun, icon: Icon, path, label } = KINDS[found.kind];
  const { amount, currency } = found;
  const said = found.label && (label ? label(found.label) : found.label);
  const money = amount !== null && currency ? moneyText(amount, currency) : null;
  return {
    id: found.id,
    label: [money, said].filter(Boolean).join(" · ") || noun,
    note: `${noun} ${shortenId(found.id)}`,
    icon: <Icon className="size-4" aria-hidden />,
    end: found.status && <Status status={found.status} />,
    href: `/${mode}/${path(found.id)}`,
  };
}
