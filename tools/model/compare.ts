import assert from "node:assert/strict";
import type { AnyBody } from "#test/api.ts";
import type { Model } from "./model.ts";
import { observe, type World } from "./world.ts";

/** The visible state according to the model. */
function expected({ payments, refunds }: Model) {
  return {
    payments: payments.map((one) => ({
      status: one.status,
      amount: one.amount,
      captured: one.captured,
      refunded: one.refunded,
      nextAction: one.status === "requires_action" ? "redirect" : null,
      events: one.events,
      atRail: one.rail.charged
        ? { captured: one.rail.captured, canceled: one.rail.canceled }
        : null,
    })),
    refunds: refunds.map((one) => ({
      payment: one.payment,
      amount: one.amount,
      status: one.status,
      events: one.events,
      atRail: one.rail.known ? { canceled: one.rail.canceled } : null,
    })),
    balance:
      payments.reduce((sum, { captured }) => sum + captured, 0) -
      refunds.reduce((sum, { booked }) => sum + booked, 0),
  };
}

/** Compares the service with the model: every payment, refund, event and balance, and the rail's books. Learns
 *  the ids of objects whose response was lost. Throws on a difference. */
export async function compare(model: Model, world: World): Promise<void> {
  const seen = await observe(world);
  world.payments = seen.payments.map(({ id }) => id);
  world.refunds = seen.refunds.map(({ id }) => id);
  const eventsOf = (id: string) =>
    seen.events.filter(({ data }) => (data as unknown as AnyBody).id === id).map(typeOf);
  const actual = {
    payments: seen.payments.map((one) => {
      const charge = seen.charges.get(one.id);
      return {
        status: one.status,
        amount: one.amount,
        captured: one.amount_captured,
        refunded: one.amount_refunded,
        nextAction: one.next_action,
        events: eventsOf(one.id),
        atRail: charge
          ? { captured: Number(charge.capturedMinor), canceled: charge.canceled }
          : null,
      };
    }),
    refunds: seen.refunds.map((one) => {
      const known = seen.paidBack.get(one.id);
      return {
        payment: world.payments.indexOf(String(one.payment)),
        amount: one.amount,
        status: one.status,
        events: eventsOf(one.id),
        atRail: known ? { canceled: known.canceled } : null,
      };
    }),
    balance: seen.balances.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0),
  };
  assert.deepEqual(actual, expected(model));
  const announced = [...model.payments, ...model.refunds].flatMap(({ events }) => events);
  assert.equal(seen.events.length, announced.length, "an event about something else");
  assert.equal(seen.charges.size, model.payments.filter(({ rail }) => rail.charged).length);
  assert.equal(seen.paidBack.size, model.refunds.filter(({ rail }) => rail.known).length);
}

const typeOf = ({ type }: AnyBody) => String(type);
