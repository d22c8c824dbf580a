import { CookingPot, Leaf, Shirt } from "lucide-react";
import { Money } from "#components/money/money.tsx";
import type { CheckoutView } from "#lib/dashboard/views/checkout.ts";

const PICTURES = [Shirt, CookingPot, Leaf] as const;

/** What is in the basket. */
export function Order({ shop, order }: { shop: string; order: CheckoutView }) {
  const { lines, total, currency } = order;
  return (
    <section aria-labelledby="order" className="flex min-w-0 flex-col">
      <p className="text-13 text-ink-muted">{shop}</p>
      <h2 id="order" className="sr-only">
        Your order
      </h2>
      <p className="mt-1 text-28 font-semibold tabular-nums">
        <Money amount={total} currency={currency} large />
      </p>
      <ul className="mt-6 flex flex-col gap-4">
        {lines.map((line, i) => {
          const Picture = PICTURES[i % PICTURES.length] ?? Leaf;
          return (
            <li key={line.name} className="flex items-center gap-3">
              <span
                aria-hidden
                className="flex size-11 shrink-0 items-center justify-center rounded-large border border-line bg-surface-raised text-ink-muted"
              >
                <Picture className="size-5" strokeWidth={1.5} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-14 font-medium">
                  {line.name}
                  {line.quantity > 1 && (
                    <span className="font-normal text-ink-muted"> × {line.quantity}</span>
                  )}
                </span>
                <span className="block text-13 text-ink-muted">{line.note}</span>
              </span>
              <Money amount={line.amount} currency={currency} className="text-14" />
            </li>
          );
        })}
      </ul>
      <dl className="mt-6 grid grid-cols-[1fr_auto] gap-y-2 border-t border-line pt-4 text-14">
        <dt className="text-ink-muted">Delivery</dt>
        <dd className="text-right">Free</dd>
        <dt className="font-semibold">Total</dt>
        <dd className="text-right font-semibold">
          <Money amount={total} currency={currency} />
        </dd>
      </dl>
    </section>
  );
}
