export const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** What every list answers beside its rows. */
export type SliceView = { total: number; older: string | null; newer: string | null };

/** With what somebody paid, for a line: `visa •••• 4242`, or the method's name alone. */
export function instrumentView(line: {
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
}) {
  return { method: line.method, brand: line.cardBrand, last4: line.cardLast4 };
}

export type InstrumentView = ReturnType<typeof instrumentView>;

export function customerRefView(line: {
  customerId: string | null;
  customerName: string | null;
  customerEmail: string | null;
}) {
  if (line.customerId === null) return null;
  return { id: line.customerId, name: line.customerName, email: line.customerEmail };
}

export type CustomerRefView = NonNullable<ReturnType<typeof customerRefView>>;
