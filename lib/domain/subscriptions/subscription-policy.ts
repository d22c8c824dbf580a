import { ApiError } from "#lib/kernel/errors.ts";
import { isRunning } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

/** Policies of a subscription's actions: the verbs throw these refusals, and the dashboard offers no action that has one. */

type Facts = Pick<Subscription, "status">;

/** The refusal of any change, such as another payment method or an end with the period; null if it can change. */
export function whyNotChanged(sub: Facts): ApiError | null {
  if (isRunning(sub) || sub.status === "incomplete") return null;
  const plain =
    sub.status === "unpaid"
      ? "The subscription is unpaid: it can only be canceled."
      : "The subscription has ended.";
  const message = `This subscription is ${sub.status}: it cannot change.`;
  return new ApiError("state_invalid", message, { plain });
}

/** The refusal of another plan or quantity, or null. */
export function whyNotReplanned(sub: Facts): ApiError | null {
  if (isRunning(sub)) return null;
  const refusal = whyNotChanged(sub);
  if (refusal) return refusal;
  return new ApiError(
    "state_invalid",
    `Plan and quantity can change once the first payment has succeeded; this subscription is ${sub.status}.`,
    { plain: "Plan and quantity can change once the first payment has succeeded." },
  );
}

/** The refusal of an immediate end, or null if the subscription has not ended. */
export function whyNotCanceled({ status }: Facts): ApiError | null {
  if (status !== "canceled" && status !== "incomplete_expired") return null;
  return new ApiError("state_invalid", `This subscription is ${status} already.`, {
    plain: "The subscription has ended.",
  });
}
