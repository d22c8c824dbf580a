"use client";

import { Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { CopyButtonProps } from "./copy-button.tsx";
import { later } from "./later.tsx";

/** In the scripts of every page, twice, if it were not loaded separately. */
const CopyButton = later<CopyButtonProps>(() =>
  import("./copy-button.tsx").then(({ CopyButton }) => CopyButton),
);

export type ErrorStateProps = {
  /** The failure: "The payments could not be loaded". */
  title: string;
  /** The cause and the next step. */
  children: ReactNode;
  requestId?: string | null;
  onRetry?: () => void;
  action?: ReactNode;
  denied?: boolean;
};

/** An error with its cause, the next step and the request id for support. */
export function ErrorState(props: ErrorStateProps) {
  const Icon = props.denied ? Lock : TriangleAlert;
  return (
    <div role="alert" className="flex max-w-160 flex-col items-start gap-4 py-12">
      <Icon
        className={props.denied ? "size-5 text-ink-faint" : "size-5 text-negative-ink"}
        aria-hidden
      />
      <div>
        <h2 className="text-16 font-semibold">{props.title}</h2>
        <div className="mt-1 max-w-prose text-14 text-ink-muted">{props.children}</div>
      </div>
      {(props.onRetry || props.action) && (
        <div className="flex gap-2">
          {props.onRetry && <Button onClick={props.onRetry}>Try again</Button>}
          {props.action}
        </div>
      )}
      {props.requestId && (
        <p className="flex items-center gap-1 text-12 text-ink-faint">
          Request <code className="font-mono">{props.requestId}</code>
          <CopyButton text={props.requestId} what="request id" />
        </p>
      )}
    </div>
  );
}
