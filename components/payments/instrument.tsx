import { brandName, type InstrumentText, methodName } from "./labels.ts";

/** The payment instrument in a list row: brand and last digits. */
export function Instrument({ method, brand, last4 }: InstrumentText) {
  if (!last4) return <span className="whitespace-nowrap">{methodName(method)}</span>;
  return (
    <span className="whitespace-nowrap">
      {method !== "card" && <span className="text-ink-muted">{methodName(method)} · </span>}
      {brand && brandName(brand)}
      <span className="ml-1.5 tabular-nums">
        <span aria-hidden className="mr-1 tracking-tighter text-ink-faint">
          ••••
        </span>
        <span className="sr-only">ending in </span>
        {last4}
      </span>
    </span>
  );
}
