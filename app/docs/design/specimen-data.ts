import { addDays, longDay, shortDay } from "#components/home/days.ts";

/** Sample data for the design pages, not of any account. */
export type SpecimenPayment = {
  id: string;
  amount: string;
  currency: string;
  status: string;
  method: string;
  customer: string;
  created: string;
};

export const SPECIMEN_NOW = "2026-04-12T09:41:00Z";

const ROWS = [
  [
    "pay_01KP0XW4T8Q2N9V3Z7F1",
    "12900",
    "EUR",
    "succeeded",
    "Visa •••• 4242",
    "Maren Ilves",
    "2026-04-12T09:38:12Z",
  ],
  [
    "pay_01KP0XR9J3M8C2T5W6D4",
    "4599",
    "EUR",
    "failed",
    "Mastercard •••• 4444",
    "Bruno Castel",
    "2026-04-12T09:12:40Z",
  ],
  [
    "pay_01KP0WQ2B7H4R1Y8K3N5",
    "248000",
    "JPY",
    "succeeded",
    "Amex •••• 0005",
    "Aiko Tanabe",
    "2026-04-12T06:02:03Z",
  ],
  [
    "pay_01KP0VN6E1S9X4P2G7A8",
    "89050",
    "GBP",
    "requires_action",
    "Visa •••• 3220",
    "Rowan Ellery",
    "2026-04-12T02:45:31Z",
  ],
  [
    "pay_01KP0TK3D5F8L2V9M1C6",
    "1500",
    "EUR",
    "refunded",
    "Visa •••• 4242",
    "Ilse Brandt",
    "2026-04-11T18:20:09Z",
  ],
  [
    "pay_01KP0RH8U2W6Q3J7B4E9",
    "1204350",
    "EUR",
    "processing",
    "SEPA debit •••• 3201",
    "Kessler Werkzeuge GmbH",
    "2026-04-11T11:07:55Z",
  ],
  [
    "pay_01KP0PG1Z4N7T5K8S2H3",
    "7250",
    "BHD",
    "succeeded",
    "Visa •••• 4242",
    "Noor Haddad",
    "2026-04-10T15:33:21Z",
  ],
  [
    "pay_01KP0MD7R9A3Y6V1X5F2",
    "32000",
    "EUR",
    "canceled",
    "Visa •••• 3184",
    "Tomas Oliveira",
    "2026-04-09T08:01:44Z",
  ],
] as const;

export const SPECIMEN_PAYMENTS: readonly SpecimenPayment[] = ROWS.map(
  ([id, amount, currency, status, method, customer, created]) => ({
    id,
    amount,
    currency,
    status,
    method,
    customer,
    created,
  }),
);

export const SPECIMEN_EVENT = {
  id: "evt_01KP0XW4V1D6R8B3M5J2",
  type: "payment.succeeded",
  created: "2026-04-12T09:38:13Z",
  version: "2026-04-01",
  livemode: false,
  data: { id: "pay_01KP0XW4T8Q2N9V3Z7F1", status: "succeeded", amount: 12900, decline: null },
};

const DAYS = 30;

/** A deterministic wave with a weekly dip. One day has no data. */
function wave(base: number, swing: number, phase: number): (number | null)[] {
  return Array.from({ length: DAYS }, (_, day) =>
    day === 17 && phase === 0
      ? null
      : Math.round(
          base + swing * Math.sin((day + phase) / 3.2) + (day % 7 < 2 ? -swing : swing / 3),
        ),
  );
}

export const SPECIMEN_POINTS = Array.from({ length: DAYS }, (_, day) => {
  const inMarch = day < 18;
  const date = inMarch ? day + 14 : day - 17;
  return { key: String(day), label: `${date} ${inMarch ? "Mar" : "Apr"}` };
});

/** The two counts behind a rate, and those of the previous period. */
export const SPECIMEN_SHARE = { part: 3_911, of: 4_196 };
export const SPECIMEN_SHARE_BEFORE = { part: 3_990, of: 4_102 };

export const SPECIMEN_VOLUME = wave(1_840_000, 290_000, 0);
export const SPECIMEN_VOLUME_BEFORE = wave(1_610_000, 240_000, 2);
export const SPECIMEN_APPROVAL = {
  cards: wave(932, 11, 1).map((value) => value && value / 10),
  wallets: wave(961, 7, 4).map((value) => value && value / 10),
  debits: wave(978, 4, 2).map((value) => value && value / 10),
};

const WEEKS = 52;

/** The weeks of a year. */
export const SPECIMEN_WEEKS = Array.from({ length: WEEKS }, (_, week) => {
  const from = addDays("2025-04-14", 7 * week);
  return {
    key: from,
    label: shortDay(from),
    title: `Week of ${longDay(from)}`,
    span: `${from}..${addDays(from, 6)}`,
  };
});

const busy = (week: number) => Math.round(310 + 60 * Math.sin(week / 5) + (week % 9) * 4);
export const SPECIMEN_OUTCOMES = {
  approved: SPECIMEN_WEEKS.map((_, week) => busy(week)),
  declined: SPECIMEN_WEEKS.map((_, week) => Math.round(busy(week) / (week === 30 ? 3 : 11))),
};

export const SPECIMEN_MARKS = [
  {
    ...{ key: "pin", at: "2025-09-10T10:02", time: "10 Sep 2025, 10:02" },
    text: "Version pin changed from 2025-04-01 to 2025-10-01",
  },
  {
    ...{ key: "rotation", at: "2026-01-20T16:40", time: "20 Jan, 16:40" },
    text: "Key rotated: Server (2)",
  },
];

const ARRIVED_DAYS = 7;
export const SPECIMEN_ARRIVALS = {
  arrived: SPECIMEN_VOLUME.slice(-10).map((value, day) => (day < ARRIVED_DAYS ? value : 0)),
  expected: SPECIMEN_VOLUME.slice(-10).map((value, day) => (day < ARRIVED_DAYS ? 0 : value)),
};
