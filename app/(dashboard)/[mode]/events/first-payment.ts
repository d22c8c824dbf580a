type FirstCall = { baseUrl: string; keyHint: string | null };

/** The call that makes the first event: a card that always succeeds. */
export function firstPayment({ baseUrl, keyHint }: FirstCall): string {
  return [
    `curl ${baseUrl}/v1/payments \\`,
    `  -H "Authorization: Bearer ${keyHint ?? "sk_test_…"}" \\`,
    '  -H "Idempotency-Key: first-1" \\',
    "  -d amount=1200 -d currency=EUR -d method=card \\",
    "  -d payment_method=pm_test_4242424242424242",
  ].join("\n");
}
