import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { moneyText } from "#components/money/money.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import type { CheckoutView } from "#lib/dashboard/views/checkout.ts";

type Props = {
  order: CheckoutView;
  busy: boolean;
  disabled: boolean;
  mayPay: boolean;
  problem: string | null;
  /** The target, if the button leads to another page instead. */
  children?: ReactNode;
};

/** The error, the button, and a note about test mode. */
export function PayButton({ order, busy, disabled, mayPay, problem, children }: Props) {
  return (
    <>
      <div aria-live="assertive">{problem && <Banner tone="negative">{problem}</Banner>}</div>
      <Button
        type="submit"
        variant="primary"
        size="large"
        loading={busy}
        disabled={disabled || !mayPay}
        icon={<LockKeyhole className="size-4" aria-hidden />}
        className="w-full"
      >
        {children ?? `Pay ${moneyText(order.total, order.currency)}`}
      </Button>
      <p className="text-center text-12 text-ink-faint">
        {mayPay
          ? "Test mode: nobody is charged and no money moves."
          : "Your role can view the checkout but cannot pay. Ask an owner of the account."}
      </p>
    </>
  );
}
