"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { TOUR_STEPS, type TourStep } from "#lib/kernel/vocabulary/tour.ts";
import { useSession } from "../../session.tsx";
import { followTour } from "./show-tour.ts";

type Step = { title: string; text: ReactNode; link: { label: string; path: string } };

const STEPS: Readonly<Record<TourStep, Step>> = {
  pay: {
    title: "Make a first payment",
    text: "You are in test mode: no real money moves. Quick start makes a payment with your key and sends the first webhook to your server.",
    link: { label: "Open Quick start", path: "quick-start" },
  },
  follow: {
    title: "Follow a payment",
    text: "Open a payment to see its fees, events, webhook deliveries and the requests that made it. Refund it there, too.",
    link: { label: "Open Payments", path: "payments" },
  },
  find: {
    title: "Find everything",
    text: (
      <>
        <span className="max-md:hidden">
          Press ⌘K or Ctrl K to find an id, an e-mail address, a screen or a guide, and ? to see the
          shortcuts. The star in the header keeps a screen in your sidebar.
        </span>
        <span className="md:hidden">
          The search in the header finds an id, an e-mail address, a screen or a guide.
        </span>
      </>
    ),
    link: { label: "Invite your team", path: "settings/team" },
  },
};

/** Three steps for the owner of a new account, above the screens. The server remembers the step, so the tour continues on
 *  another screen or device, and does not return once it was ended. */
export function Tour() {
  const { session, mode } = useSession();
  const [step, setStep] = useState(session.tourStep);
  const heading = useRef<HTMLHeadingElement>(null);
  const [pressed, setPressed] = useState(false);
  const go = (next: TourStep | null) => {
    setPressed(true);
    setStep(next);
    client.post("/tour", {}, { step: next }).catch((error: Error) => {
      toast.failed("The tour was not saved", { error });
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` only sets state and saves.
  useEffect(() => followTour(() => go(TOUR_STEPS[0])), []);
  // A new step is read out. The first one does not take the focus from the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the step changes.
  useEffect(() => {
    if (pressed) heading.current?.focus();
  }, [step, pressed]);
  if (step === null) return null;
  const at = TOUR_STEPS.indexOf(step);
  const { title, text, link } = STEPS[step];
  const [back, next] = [TOUR_STEPS[at - 1], TOUR_STEPS[at + 1]];
  return (
    <section
      aria-label="Tour"
      className="mt-4 rounded-large border border-line bg-surface-raised px-4 py-3 print:hidden"
      onKeyDown={(event) => event.key === "Escape" && go(null)}
    >
      <h2 ref={heading} tabIndex={-1} className="text-14 font-semibold outline-none">
        <span className="font-normal text-ink-faint tabular-nums">
          {at + 1} of {TOUR_STEPS.length}
        </span>{" "}
        {title}
      </h2>
      <p className="mt-1 max-w-prose text-13 text-ink-muted">{text}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <TextLink href={`/${mode}/${link.path}`} className="text-13">
          {link.label}
        </TextLink>
        <span className="ml-auto flex gap-2">
          {next && (
            <Button size="small" variant="quiet" onClick={() => go(null)}>
              Skip the tour
            </Button>
          )}
          {back && (
            <Button size="small" onClick={() => go(back)}>
              Back
            </Button>
          )}
          <Button size="small" variant="primary" onClick={() => go(next ?? null)}>
            {next ? "Next" : "Finish"}
          </Button>
        </span>
      </div>
    </section>
  );
}
