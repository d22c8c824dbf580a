const NAME = "paydesk_checkout_waiting";

/** Which payment was left at the bank, in this tab: someone who comes back without an answer is told
 *  how it stands. */
export const waiting = {
  remember(id: string | null): void {
    if (id) sessionStorage.setItem(NAME, id);
    else sessionStorage.removeItem(NAME);
  },
  recall(): string | null {
    return sessionStorage.getItem(NAME);
  },
};
