import { ruleOf } from "#lib/domain/payment-methods/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { NewPayment } from "./types.ts";

/** What a method does not allow, named by its parameter: currencies first, before anything else of the
 *  method (decisions §3). Throws `parameter_invalid`. */
export function checkMethod(ctx: Context, params: NewPayment): void {
  const { method } = params;
  const { flow, currencies, merchants } = ruleOf(method);
  if (currencies && !currencies.includes(params.currency)) {
    throw invalid("currency", `${method} takes ${currencies.join(" or ")} only.`);
  }
  if (!merchants(ctx.merchantCountry)) {
    throw invalid(
      "method",
      `${method} is for merchants in Europe; this account is in ${ctx.merchantCountry}. Use card.`,
    );
  }
  if (flow !== "token") checkNoCardParams(params);
  if (flow !== "debit" && params.mandateData) {
    throw invalid("mandate_data", `A payment by ${method} has no mandate.`);
  }
  checkInstrument(params, flow);
}

function checkNoCardParams({ method, capture, exemption }: NewPayment): void {
  if (capture === "manual") {
    throw invalid("capture", `A payment by ${method} cannot be authorised first: use automatic.`);
  }
  if (exemption !== null) {
    throw invalid("exemption", "Exemptions are for cards: nothing else is challenged by us.");
  }
}

function checkInstrument(params: NewPayment, flow: ReturnType<typeof ruleOf>["flow"]): void {
  const { method, blikCode } = params;
  if ((flow === "redirect" || flow === "code") && params.paymentMethod !== null) {
    throw invalid("payment_method", `A payment by ${method} takes none: nothing is tokenised.`);
  }
  if (flow === "code" && !blikCode) {
    throw invalid("blik[code]", "A payment by blik needs the code of the payer's bank app.");
  }
  if (flow !== "code" && blikCode) throw invalid("blik", `Not for a payment by ${method}.`);
}
