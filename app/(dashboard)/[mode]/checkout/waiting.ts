const NAME = "paydesk_checkout_waiting";

/** The payment left at the bank in this tab, so that its status can be shown to a payer who comes back without an
 * answer. */
export const waiting = {
  remember(id: string | null): void {
    if (id) sessionStorage.setItem(NAME, id);
    else sessionStorage.removeItem(NAME);
  },
  recall(): string | null {
    return sessionStorage.getItem(NAME);
  },
};
