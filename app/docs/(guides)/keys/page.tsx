import type { Metadata } from "next";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Keys · Guides" };

const KINDS = [
  ["sk_test_…", "Secret, test mode. Can do everything an account can do, without real money."],
  [
    "sk_live_…",
    "Secret, live mode. Use it on your server only, never in a page, an app or a repository.",
  ],
  [
    "pk_test_…, pk_live_…",
    "Publishable. Tokenises cards and lists the payment methods of a country.",
  ],
] as const;

export default function KeysGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Keys</h1>
      <Lead>
        A key identifies your account and the mode: test and live have separate ledgers. Send it as
        a bearer token: `Authorization: Bearer sk_…`.
      </Lead>
      <Table title="Kinds of keys" rows={KINDS} />
      <Part id="keeping" title="Keeping a secret">
        <Lead>
          A secret key is shown once, when you create it. We store only a keyed hash and the last
          four characters. Put the key into your server's environment or your secret store. Create
          one key for each program, so that you can rotate one without the others.
        </Lead>
      </Part>
      <Part id="scopes" title="Restricted keys">
        <Lead>
          A restricted key has scopes such as `reports:read` or `payments:write`. Read and write are
          separate scopes, and neither includes the other. A call outside the scopes gets 403
          `key_scope`. Keys in the dashboard has presets for common uses: read reports, read
          everything, charge and refund, pay out, manage webhooks. You can set a day on which a key
          expires. A live key cannot have more permissions than the member who creates it: only an
          owner or admin can create an unrestricted live key. A refund limit that Settings → Team
          sets for Support holds for its members in the dashboard, not for secret keys.
        </Lead>
      </Part>
      <Part id="addresses" title="Restrict a key to IP addresses">
        <Lead>
          A secret key, test or live, can have a list of at most 50 IPv4 and IPv6 addresses or CIDR
          ranges. Open the key in the dashboard and press Edit addresses. A request from any other
          address gets 403 `key_scope`. The message and the request log name the address that the
          request came from. A change applies from the next request. The second key of a rotation
          gets the same list. An IPv4 address in its IPv6 form (`::ffff:203.0.113.9`) counts as the
          IPv4 address. A publishable key has no list, because payers' browsers use it.
        </Lead>
      </Part>
      <Part id="rotation" title="Rotate a key without downtime">
        <Lead>
          During a rotation both keys work. The dashboard counts the requests of both keys by minute
          and hour, and by address, client and version, so that you can see which programs still use
          the old key.
        </Lead>
        <Steps>
          {[
            "Open the key in the dashboard and press Rotate. The second key has the same scopes, and both keys work.",
            "Deploy the second key to your servers, one by one.",
            "Compare the two keys until the first has no more requests. The page tells you when it is safe to revoke: after an hour without a request, and after a longer pause than any in the last 30 days.",
            "Revoke the first key. Every later request with it gets 401 `key_invalid`.",
          ]}
        </Steps>
      </Part>
      <Part id="leaked" title="If a key leaks">
        <Lead>
          Revoke it first and investigate afterwards: open the key and press “Leaked?”. It is
          refused immediately and everywhere. The page then lists its callers, their addresses, the
          calls they made, and every request that changed something, so that you know what to undo.
        </Lead>
      </Part>
    </>
  );
}
