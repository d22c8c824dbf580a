import type { Snippet } from "#components/ui/code-frame.tsx";
import { ORIGIN } from "./api/snippets.ts";
import { packageAt } from "./listen-snippet.ts";

const shell = (code: string): readonly Snippet[] => [{ language: "sh", code }];

/** The commands of the guide to the command line. */

export const CLI_INSTALL = shell(`npm install ${packageAt(ORIGIN)}
npx paydesk --help`);

export const CLI_LOGIN = shell(`npx paydesk login --url ${ORIGIN}`);

export const CLI_TRIGGER = shell(
  `npx paydesk trigger refund.settled --override payment.amount=5000`,
);

export const CLI_SAMPLES = shell(`npx paydesk samples list
npx paydesk samples create quick-start-node`);
