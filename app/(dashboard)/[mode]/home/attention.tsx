import {
  ArrowUpRight,
  Banknote,
  Gavel,
  GitCompareArrows,
  Scale,
  ShieldAlert,
  Undo2,
  UserCheck,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { cx } from "#components/ui/cx.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import { useSession } from "../../session.tsx";

const ICON = "mt-0.5 size-4 shrink-0";

type Props = { attention: HomeView["attention"] };

/** Everything that a person should act on; nothing if there is none. */
export function Attention({ attention }: Props) {
  if (Object.values(attention).every(({ length }) => length === 0)) return null;
  return (
    <section
      aria-labelledby="attention"
      className="rounded-large border border-line bg-surface-raised px-4 py-3"
    >
      <h2 id="attention" className="text-14 font-semibold">
        Needs attention
      </h2>
      <ul className="mt-1 flex flex-col divide-y divide-line">
        <BookItems attention={attention} />
        <EndpointItems attention={attention} />
        <WaitingItems attention={attention} />
        <ReturnedItems attention={attention} />
        <IntegrationItems attention={attention} />
        <CaptureItems attention={attention} />
      </ul>
    </section>
  );
}

/** Rows of the books that contradict others: a fault of Paydesk. */
function BookItems({ attention }: Props) {
  const { mode } = useSession();
  return (
    <>
      {attention.books.map(({ count, row, what, foundAt }) => (
        <Item
          key={row}
          href={`/${mode}/reports/settlement`}
          action="View settlement report"
          icon={<Scale className={cx(ICON, "text-negative-ink")} aria-hidden />}
        >
          {count === 1 ? "A row" : `${count} rows`} of the books{" "}
          {count === 1 ? "contradicts" : "contradict"} others since{" "}
          <Timestamp value={foundAt} form="short" />, a fault of Paydesk:{" "}
          <span className="font-medium">{row}</span>, {what}
        </Item>
      ))}
    </>
  );
}

/** Endpoints that fail or are disabled. */
function EndpointItems({ attention }: Props) {
  const { mode } = useSession();
  const { endpoints } = attention;
  return (
    <>
      {endpoints.map((endpoint) => (
        <Item
          key={endpoint.id}
          href={`/${mode}/webhooks/endpoints/${endpoint.id}`}
          action="View endpoint"
          icon={
            <Webhook
              className={cx(
                ICON,
                endpoint.status === "disabled" ? "text-negative-ink" : "text-warning-ink",
              )}
              aria-hidden
            />
          }
        >
          <EndpointLabel endpoint={endpoint} />
        </Item>
      ))}
    </>
  );
}

/** Disputes and payouts that wait for a person. */
function WaitingItems({ attention }: Props) {
  const { mode } = useSession();
  const { disputesDue, waitingPayouts } = attention;
  return (
    <>
      {disputesDue.map(({ currency, count, amount, dueBy }) => (
        <Item
          key={`dispute-${currency}`}
          href={`/${mode}/disputes?status=needs_response&currency=${currency}`}
          action={count === 1 ? "Respond to dispute" : "Respond to disputes"}
          icon={<Gavel className={cx(ICON, "text-negative-ink")} aria-hidden />}
        >
          {count === 1 ? "A dispute" : `${count} disputes`} of {moneyText(amount, currency)}{" "}
          {count === 1 ? "needs" : "need"} a response by <Timestamp value={dueBy} form="short" />
        </Item>
      ))}
      {waitingPayouts.map(({ currency, count, amount, expiresAt }) => (
        <Item
          key={`approval-${currency}`}
          href={`/${mode}/payouts?approval=pending&currency=${currency}`}
          action={count === 1 ? "View payout" : "View payouts"}
          icon={<UserCheck className={cx(ICON, "text-warning-ink")} aria-hidden />}
        >
          {moneyText(amount, currency)} in{" "}
          {count === 1 ? "one payout or batch" : `${count} payouts or batches`} awaiting approval,
          the first expires <Timestamp value={expiresAt} form="short" />
        </Item>
      ))}
    </>
  );
}

/** Money that came back. */
function ReturnedItems({ attention }: Props) {
  const { mode } = useSession();
  const { failedRefunds, returnedPayouts } = attention;
  return (
    <>
      {failedRefunds.map(({ currency, count, amount }) => (
        <Item
          key={`refund-${currency}`}
          href={`/${mode}/refunds?status=failed&currency=${currency}`}
          action={count === 1 ? "View refund" : "View refunds"}
          icon={<Undo2 className={cx(ICON, "text-negative-ink")} aria-hidden />}
        >
          {count === 1 ? "A refund" : `${count} refunds`} of {moneyText(amount, currency)}{" "}
          {count === 1 ? "was" : "were"} returned by the payer's bank in the last 14 days
        </Item>
      ))}
      {returnedPayouts.map(({ currency, count, amount }) => (
        <Item
          key={`payout-${currency}`}
          href={`/${mode}/payouts?status=returned&currency=${currency}`}
          action={count === 1 ? "View payout" : "View payouts"}
          icon={<ArrowUpRight className={cx(ICON, "text-negative-ink")} aria-hidden />}
        >
          {count === 1 ? "A payout" : `${count} payouts`} of {moneyText(amount, currency)}{" "}
          {count === 1 ? "was" : "were"} returned by the beneficiary's bank in the last 14 days
        </Item>
      ))}
    </>
  );
}

/** Certificates and API versions that expire. */
function IntegrationItems({ attention }: Props) {
  const { mode } = useSession();
  const { certificates, oldVersions } = attention;
  return (
    <>
      {certificates.map(({ id, url, validTo }) => (
        <Item
          key={`certificate-${id}`}
          href={`/${mode}/webhooks/endpoints/${id}`}
          action="View endpoint"
          icon={<ShieldAlert className={cx(ICON, "text-warning-ink")} aria-hidden />}
        >
          The certificate of <span className="font-medium">{placeOf(url)}</span> expires{" "}
          <Timestamp value={validTo} form="short" />; deliveries fail after that
        </Item>
      ))}
      {oldVersions.map(({ version, until, requests }) => (
        <Item
          key={`version-${version}`}
          href={`/${mode}/versions`}
          action="View versions"
          icon={<GitCompareArrows className={cx(ICON, "text-warning-ink")} aria-hidden />}
        >
          {countText(requests)} {requests === 1 ? "request" : "requests"} in the last 7 days used
          version {version}, which is supported until {until}
        </Item>
      ))}
    </>
  );
}

/** Authorised payments that are not captured. */
function CaptureItems({ attention }: Props) {
  const { mode } = useSession();
  const { toCapture } = attention;
  return (
    <>
      {toCapture.map(({ currency, count, amount, oldest }) => (
        <Item
          key={`capture-${currency}`}
          href={`/${mode}/payments?status=requires_capture&currency=${currency}`}
          action={count === 1 ? "View payment" : "View payments"}
          icon={<Banknote className={cx(ICON, "text-warning-ink")} aria-hidden />}
        >
          {moneyText(amount, currency)} in {count === 1 ? "one payment" : `${count} payments`}{" "}
          awaiting capture, the oldest since <Timestamp value={oldest} form="short" />
        </Item>
      ))}
    </>
  );
}

const placeOf = (url: string) => url.replace(/^https?:\/\//, "");

function EndpointLabel({ endpoint }: { endpoint: HomeView["attention"]["endpoints"][number] }) {
  const place = placeOf(endpoint.url);
  if (endpoint.status === "disabled") {
    return (
      <>
        <span className="font-medium">{place}</span> is disabled and receives no events
      </>
    );
  }
  return (
    <>
      <span className="font-medium">{place}</span> has failed since{" "}
      <Timestamp value={endpoint.failingSince} form="short" />; it is disabled after 72 hours
    </>
  );
}

function Item(props: { href: string; action: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2 text-13">
      <span className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        {props.icon}
        <span className="min-w-0 [overflow-wrap:anywhere]">{props.children}</span>
      </span>
      <TextLink href={props.href} className="max-sm:pl-6.5">
        {props.action}
      </TextLink>
    </li>
  );
}
