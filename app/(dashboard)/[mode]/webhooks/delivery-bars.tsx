import { deliveryShare, plural } from "#components/format/delivery-labels.ts";
import { rateText } from "#components/format/rates.ts";
import type { HealthView } from "#lib/dashboard/views/endpoints.ts";

const STEP = 4;
const BAR = 3;
const HEIGHT = 20;
const LEAST = 2;

/** Bars per slot of time: arrived below, not arrived above. */
export function DeliveryBars({ health, className }: { health: HealthView; className?: string }) {
  const { slots } = health;
  const full = Math.max(1, ...slots.map((slot) => slot.delivered + slot.undelivered));
  const tall = (value: number) => (value === 0 ? 0 : Math.max(LEAST, (value / full) * HEIGHT));
  const label =
    health.tried === 0
      ? "No deliveries in the last 24 hours"
      : `${rateText(deliveryShare(health))} of ${plural(health.tried, "delivery")} arrived in the last 24 hours`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${slots.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={className}
    >
      <rect x={0} y={HEIGHT - 0.5} width="100%" height={0.5} className="fill-line-control" />
      {slots.map((slot, index) => {
        const [low, high] = [tall(slot.delivered), tall(slot.undelivered)];
        const base = Math.min(low, HEIGHT - high);
        return (
          <g key={slot.from}>
            <rect
              x={index * STEP}
              y={HEIGHT - base}
              width={BAR}
              height={base}
              className="fill-chart-1"
            />
            <rect
              x={index * STEP}
              y={HEIGHT - base - high}
              width={BAR}
              height={high}
              className="fill-chart-adverse"
            />
          </g>
        );
      })}
    </svg>
  );
}
