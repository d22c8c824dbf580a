import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { VERSIONS } from "../../api/reference.ts";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import { VERSION_HEADER } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Versions · Guides" };

const RELEASED = [...VERSIONS.released].reverse().map((version): readonly [string, string] => {
  const until = VERSIONS.supported_until[version];
  return [version, until ? `Supported until at least ${until}.` : "The newest."];
});

export default function VersionsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Versions</h1>
      <Lead>
        A version is a date. A released version never changes its responses, so your code keeps
        working. Each breaking change gets a new date, and you upgrade when you are ready.
      </Lead>
      <Table title="Released versions" rows={RELEASED} />
      <p className="text-13">
        <TextLink href="/docs/api/versions">What each version changed</TextLink>
      </p>
      <Part id="which" title="Which version a request uses">
        <Lead>
          Each account is pinned to one version in test mode and one in live mode: the newest on the
          day the account was created. A request can select another version with `Service-Version`.
          Every response names its version in the same header. An unknown version gets 400
          `version_unknown`.
        </Lead>
        <DocsCode title="One request in another version" snippets={VERSION_HEADER} />
        <Lead>
          An event uses the version pinned on its endpoint, not that of the request that caused it,
          so you can upgrade each endpoint separately.
        </Lead>
      </Part>
      <Part id="moving" title="Upgrade to a newer version">
        <Steps>
          {[
            "Open Versions in the dashboard: it shows which keys use which version, for each call.",
            "Compare the versions: the dashboard renders your objects and events of the last week in both, and lists each field that differs and how often.",
            "Change your code, and test it by setting `Service-Version` on single requests.",
            "Upgrade test mode, then live mode. You can go back with one click within 72 hours.",
            "Upgrade each webhook endpoint on its own page.",
          ]}
        </Steps>
        <Lead>
          We support a version for at least 24 months after its successor is released, and announce
          its end by e-mail and in the changelog.
        </Lead>
      </Part>
    </>
  );
}
