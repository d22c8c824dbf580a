import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { CLI_INSTALL, CLI_LOGIN, CLI_SAMPLES, CLI_TRIGGER } from "../../command-line-snippets.ts";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Command line · Guides" };

const LOGIN = [
  [
    "login",
    "Shows a code and opens the browser. Compare the code, and choose what the key may do.",
  ],
  [
    "login --key",
    "Stores a key that you have, from the first line of standard input: on a machine whose person has no browser, and for live mode with `--live`.",
  ],
  ["logout", "Removes the stored key. Revoke the key on the Keys screen if nobody needs it."],
] as const;

const LISTEN = [
  ["--forward-to URL", "Sends every event to one address."],
  [
    "--load URL",
    "Sends each event to the paths of your enabled endpoints that are subscribed to it, below this address. A number is a port of this machine.",
  ],
  ["--events TYPES", "Only these types or families, such as `payment.*`."],
  [
    "--signing-secret S",
    "Signs as one of your endpoints. Otherwise the command prints its own secret.",
  ],
  ["--resend EVENT", "Sends one event again and ends."],
] as const;

const LOGS = [
  ["--status 402,5xx", "Only these statuses or classes of statuses."],
  ["--method POST", "Only these methods."],
  ["--path /v1/payments", "Only paths that begin so."],
] as const;

const OTHERS = [
  [
    "payments list --status failed",
    "Any call of the API: resource, method, and parameters as options.",
  ],
  ["events resend EVENT", "Sends an event to its endpoints again."],
  ["fixtures record, run", "Keeps an event as a file, and sends it to a receiver under test."],
  ["open payments", "Opens a screen of the dashboard."],
  ["doctor", "Checks key, service, clock, versions and endpoints."],
  ["completion bash", "Prints the completion of a shell: bash, zsh or fish."],
  ["mcp", "Serves the calls to a model over the Model Context Protocol."],
] as const;

const LEVELS = [
  [
    "Major",
    "A program can need a change: a name, command, option or platform is gone, or a version of the API is the newest.",
  ],
  ["Minor", "New calls, parameters, types of events, commands or options."],
  ["Patch", "Repairs. Nothing that programs use has changed."],
] as const;

const EXITS = [
  ["0", "Done."],
  ["1", "The service refused the call, or a check failed."],
  ["2", "The command is used wrongly."],
  ["3", "There is no key, or the service does not accept it."],
  ["4", "The service cannot be reached, or failed."],
] as const;

export default function CommandLineGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Command line</h1>
      <Lead>
        `paydesk` logs in by browser, forwards events to your machine, makes events happen, follows
        your requests, and makes every call of the API. Every command takes `--json` and `--help`.
      </Lead>
      <Part id="install" title="Install it">
        <Lead>
          The package has no dependencies and needs Node 20 or newer. It is not in the npm registry:
          this service hands out the release that fits it.
        </Lead>
        <DocsCode title="Install" snippets={CLI_INSTALL} />
        <Lead>
          It is then a dependency of your project, together with the API's client. In a copy of
          Paydesk's source, `npm run -s package -- pack` makes the same file.
        </Lead>
      </Part>
      <Part id="versions" title="Versions of the package">
        <Lead>
          `paydesk --version` prints the version of the package and the newest version of the API
          that it knows. The `CHANGELOG.md` in the package says what each version changed. The
          request log shows the version that made a call, as `User-Agent`.
        </Lead>
        <Table title="Which number rises" rows={LEVELS} />
        <Lead>
          The package&apos;s version and the API&apos;s are independent: every release of the
          package knows all versions of the API and calls yours. Without `version`, types are those
          of the newest, so a new version of the API comes in a major version of the package. Pin
          `version` in the client before you upgrade the package, and the types stay the same.
        </Lead>
      </Part>
      <Part id="login" title="Log in">
        <DocsCode title="Log in" snippets={CLI_LOGIN} />
        <Lead>
          The code is valid for 10 minutes and works once. A member who may create keys confirms it
          in the browser; the page shows the name of the machine and its IP address. The machine
          then receives a restricted key of test mode, called `CLI on HOST` on the Keys screen and
          valid for 90 days. It is stored in the keychain of your system, else in a file that only
          you can read. Never confirm a code that somebody sent to you: they would get the key.
        </Lead>
        <Table title="Logging in and out" rows={LOGIN} />
        <Lead>
          In a container or a job, set `PAYDESK_URL` and `PAYDESK_SECRET_KEY` instead. They have
          precedence over what is stored.
        </Lead>
      </Part>
      <Part id="listen" title="Forward events">
        <Lead>
          `paydesk listen` forwards events and replays to your machine, signed like deliveries. It
          resumes where it stopped, needs no terminal, and ends at `SIGTERM`.
        </Lead>
        <Table title="Options of listen" rows={LISTEN} />
      </Part>
      <Part id="trigger" title="Make events happen">
        <Lead>
          `paydesk trigger` makes the calls that cause an event, in test mode, and prints each of
          them. Every type of event can be triggered. Where time must pass, it advances the clock of
          your sandbox. `payout.approval_requested` and `payout.approval_decided` need a payout
          limit in test mode.
        </Lead>
        <DocsCode title="Trigger" snippets={CLI_TRIGGER} />
        <p className="text-13">
          <TextLink href="/docs/api/event-types">Types of events</TextLink>
        </p>
      </Part>
      <Part id="logs" title="Follow requests">
        <Lead>
          `paydesk logs tail` prints each API request of the account and mode as it is made: time,
          status, method, path, duration, error code and request id. `paydesk requests retrieve`
          shows what is kept of one: bodies without secrets and card data, for 30 days.
        </Lead>
        <Table title="Filters of logs tail" rows={LOGS} />
      </Part>
      <Part id="samples" title="Copy a sample">
        <Lead>
          The package contains the programs of the quick start in Node, Python and PHP, and a shop
          with hosted fields. Copying needs no connection.
        </Lead>
        <DocsCode title="Samples" snippets={CLI_SAMPLES} />
      </Part>
      <Part id="others" title="Other commands">
        <Table title="Other commands" rows={OTHERS} />
      </Part>
      <Part id="exit-codes" title="Exit codes">
        <Lead>They do not change, so that scripts can depend on them.</Lead>
        <Table title="Exit codes" rows={EXITS} />
      </Part>
    </>
  );
}
