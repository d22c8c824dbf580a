import type { Metadata } from "next";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Keys · Guides" };

const KINDS = [
  ["sk_test_…", "Secret, sandbox. Everything an account can do, without real money."],
  ["sk_live_…", "Secret, live. On your server only: never in a page, an app or a repository."],
  ["pk_test_…, pk_live_…", "Publishable. Tokenises cards and lists the methods of a country."],
] as const;

export default function KeysGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Keys</h1>
      <Lead>
        A key says who calls and in which ledger: test and live share nothing. Send it as a bearer
        token, `Authorization: Bearer sk_…`.
      </Lead>
      <Table title="Kinds of keys" rows={KINDS} />
      <Part id="keeping" title="Keeping a secret">
        <Lead>
          A secret key is shown once, when it is made; we keep a keyed hash and its last four
          characters. Put it into your server's environment or your secret store. Make one key for
          each program that calls, so that one can be changed without the others.
        </Lead>
      </Part>
      <Part id="scopes" title="Keys that may do less">
        <Lead>
          A restricted key has scopes such as `reports:read` or `payments:write`. Reading and
          writing are ticked apart and neither implies the other. What it may not do is refused with
          403 `key_scope`. Under Keys in the dashboard there are presets for common jobs: reports
          only, reading everything, charging and refunding, paying out, looking after webhooks. A
          key can end by itself on a day you choose. A live key may do no more than whoever makes
          it: a live key without limits needs an owner or admin.
        </Lead>
      </Part>
      <Part id="addresses" title="Keys for your servers' addresses only">
        <Lead>
          A secret key, test or live, can have a list of at most 50 IPv4 and IPv6 addresses or CIDR
          ranges. Open the key in the dashboard and press Edit addresses. A request from any other
          address gets 403 `key_scope`, and the message names the address that we saw; the log of
          requests has it too. A change applies from the next request. The second key of a rotation
          gets the same list. An IPv4 address in its IPv6 form (`::ffff:203.0.113.9`) is the IPv4
          address. A publishable key has no list: your payers&rsquo; browsers use it.
        </Lead>
      </Part>
      <Part id="rotation" title="Changing a key while it is in use">
        <Lead>
          Nothing has to stop. The dashboard counts every request of both keys by minute and hour,
          and by address, client and version, so that you see who has not changed over.
        </Lead>
        <Steps>
          {[
            "Open the key in the dashboard and press Rotate. The second key has the same rights; both work.",
            "Put the second key into your servers, one after the other.",
            "Watch the two side by side until the first is silent. The page says when it is safe to revoke: after an hour without a request, and after a longer silence than it had in the last 30 days.",
            "Revoke the first. From that moment each request with it gets 401 `key_invalid`.",
          ]}
        </Steps>
      </Part>
      <Part id="leaked" title="When a key has leaked">
        <Lead>
          Revoke it first and look afterwards: open the key and press Leaked. It is refused at once,
          everywhere, and the page then lists who used it, from where, for which calls, and each
          request by which it changed something, so that you know what to undo.
        </Lead>
      </Part>
    </>
  );
}
