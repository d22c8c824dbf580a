import { CreditCard, Landmark } from "lucide-react";
import { Instrument } from "#components/payments/instrument.tsx";
import { codeLabel, expiryText } from "#components/payments/labels.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge, Status } from "#components/ui/status.tsx";
import type { PaymentMethodView } from "#lib/dashboard/views/customers.ts";

/** With what a customer pays or once paid: brand, last digits, expiry. */
export function PaymentMethods({ methods }: { methods: readonly PaymentMethodView[] }) {
  return (
    <Section title="Payment methods">
      {methods.length === 0 ? (
        <p className="text-13 text-ink-muted">None saved.</p>
      ) : (
        <ul className="flex flex-col">
          {methods.map((method) => (
            <Method key={method.id} method={method} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Method({ method }: { method: PaymentMethodView }) {
  const { present } = useTimeFrame();
  const { expMonth, expYear } = method;
  const expires = expMonth !== null && expYear !== null ? expiryText(expMonth, expYear) : null;
  // A card works to the end of the month it names.
  const isOver =
    expMonth !== null && expYear !== null && Date.UTC(expYear, expMonth) <= present.getTime();
  const Icon = method.last4 ? CreditCard : Landmark;
  const facts = [
    expires && (isOver ? `expired ${expires}` : `expires ${expires}`),
    method.funding && codeLabel(method.funding).toLowerCase(),
    method.issuer,
  ];
  return (
    <li className="group/id flex items-start gap-3 border-b border-line py-2.5 text-13 last:border-b-0">
      <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <Instrument method={method.type} brand={method.brand} last4={method.last4} />
          {method.isDefault && <Badge tone="info">Default</Badge>}
          {method.status !== "active" && <Status status={method.status} />}
          {isOver && method.status === "active" && <Badge tone="warning">Expired</Badge>}
        </div>
        <p className="text-12 text-ink-faint">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <CopyButton text={method.id} what="payment method's id" className="opacity-60" />
    </li>
  );
}
