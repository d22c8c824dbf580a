import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { OriginCode } from "../../api/origin-code.tsx";
import { VERSIONS } from "../../api/reference.ts";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import { VERSION_HEADER } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Versions · Guides" };

const RELEASED = [...VERSIONS.released].reverse().map((version): readonly [string, string] => {
  const until = VERSIONS.supported_until[version];
  return [version, until ? `Can be called until ${until} at least.` : "The newest."];
});

const UPCOMING =
  `Version ${VERSIONS.upcoming.version} is not released: nothing can be pinned to it, and it may still change. ` +
  "Where the operator sets `UPCOMING_VERSION`, requests in test mode can name it in `Service-Version`; " +
  "otherwise they get 400 `version_unknown`.";

export default function VersionsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Versions</h1>
      <Lead>
        A version is a date. What a version answers never changes, so nothing breaks while you do
        nothing: a change of any shape comes as a new date, and you move when it suits you.
      </Lead>
      <Table title="Released versions" rows={RELEASED} />
      <p className="text-13">
        <TextLink href="/docs/api/versions">What each version changed</TextLink>
      </p>
      <Part id="which" title="Which version answers">
        <Lead>
          Each account has a pin in test and one in live mode, set to the newest version on its
          first day. A request can name another with `Service-Version`. Every answer says in the
          same header what it was made in; a date that is no version gets 400 `version_unknown`.
        </Lead>
        <OriginCode title="One request in another version" snippets={VERSION_HEADER} />
        <Lead>
          Webhooks follow the pin of their endpoint, not that of the request that caused them, so
          that each receiver moves by itself.
        </Lead>
      </Part>
      <Part id="upcoming" title="Trying the upcoming version">
        <Lead>{UPCOMING}</Lead>
      </Part>
      <Part id="moving" title="Moving to the next">
        <Steps>
          {[
            "Open Versions in the dashboard: it shows which of your keys still call which version, by call.",
            "Compare: your own objects and events of the last week are rendered in both versions, and every field that would differ is listed with how often.",
            "Adjust your code and try it with `Service-Version` on single requests.",
            "Upgrade test mode, then live mode. Should something be amiss, change back by one press within 72 hours.",
            "Move each webhook endpoint on its own page.",
          ]}
        </Steps>
        <Lead>
          A version stays callable for at least 24 months after its successor. Its end is announced
          by e-mail and in the changelog.
        </Lead>
      </Part>
    </>
  );
}
