import type { QuickStart } from "#lib/domain/overview/index.ts";
import { iso } from "./shared.ts";

/** `GET /internal/:mode/quick-start`: where to call, with which of the account's own keys, and what has
 *  been done. Of a secret key only its ends are known. */
export function quickStartView(start: QuickStart, baseUrl: string) {
  const { key, publishable, firstPayment, firstDecline, endpoint, delivered } = start;
  return {
    baseUrl,
    key: key && {
      id: key.id,
      name: key.name,
      hint: key.hint,
      lastUsedAt: iso(key.use.lastUsedAt),
    },
    publishable,
    firstPayment,
    firstDecline,
    endpoint,
    delivered,
  };
}

export type QuickStartView = ReturnType<typeof quickStartView>;
