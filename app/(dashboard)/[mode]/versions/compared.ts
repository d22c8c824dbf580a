import { type Read, read } from "#lib/dashboard/client.ts";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { COMPARED_SUBJECTS, type ComparedSubject } from "#lib/kernel/vocabulary/versions.ts";
import { endpointCompareRead } from "../webhooks/hook-reads.ts";

/** The choices in the address: target version, kind of object, and the endpoint whose pin is compared. */
export type Choice = { to: string | null; about: string | null; endpoint: string | null };

/** The pin that is compared, and with which version: the newest other one unless one is chosen. */
export function comparedIn(view: VersionsView, choice: Pick<Choice, "to" | "endpoint">) {
  const endpoint = view.endpoints.find(({ id }) => id === choice.endpoint) ?? null;
  const pin = endpoint?.version ?? view.pin;
  const others = view.versions.map(({ version }) => version).filter((version) => version !== pin);
  const target = others.find((version) => version === choice.to) ?? others[0] ?? pin;
  return { endpoint, pin, others, target };
}

/** The kind of object that is compared. */
export const subjectIn = ({ about }: Pick<Choice, "about">): ComparedSubject =>
  COMPARED_SUBJECTS.find((subject) => subject === about) ?? COMPARED_SUBJECTS[0];

export const objectRead = (mode: string, from: string, to: string, about: ComparedSubject) =>
  read("/:mode/versions/compare", { mode }, { from, to, about });

export const shadowRead = (mode: string, from: string, to: string) =>
  read("/:mode/versions/shadow", { mode }, { from, to });

/** The reads of the comparison, for the page. */
export function comparisonReads(mode: string, view: VersionsView, choice: Choice): Read[] {
  const { endpoint, pin, target } = comparedIn(view, choice);
  return endpoint
    ? [endpointCompareRead(mode, endpoint.id, target)]
    : [shadowRead(mode, pin, target), objectRead(mode, pin, target, subjectIn(choice))];
}
