"use client";

import { type ReactElement, type ReactNode, useState } from "react";
import { isTyped } from "../format/locale.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogClose } from "./dialog.tsx";
import { ErrorBanner } from "./error-banner.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

export type ConfirmDialogProps = {
  title: string;
  /** The consequences, with numbers: "3 requests in the last hour used this key." */
  touches: ReactNode;
  /** The verb on the button: "Revoke key". */
  verb: string;
  /** Text to type before the button is enabled, in live mode. */
  typeToConfirm?: string;
  danger?: boolean;
  /** Details to check before confirming. */
  wide?: boolean;
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The dialog closes when the promise resolves, and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
};

/** Asks for confirmation and states the consequences. Stays open with the error if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [inner, setInner] = useState(false);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const open = props.open ?? inner;
  const setOpen = (next: boolean) => {
    setTyped("");
    setFailure(null);
    setInner(next);
    props.onOpenChange?.(next);
  };
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await props.onConfirm();
      setOpen(false);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error("The action failed. Try again."));
    } finally {
      setBusy(false);
    }
  };
  const ready = !props.typeToConfirm || isTyped(typed, props.typeToConfirm);
  return (
    <Dialog
      wide={props.wide}
      title={props.title}
      trigger={props.trigger}
      open={open}
      onOpenChange={(next) => !busy && setOpen(next)}
      footer={
        <>
          <DialogClose render={<Button disabled={busy}>Go back</Button>} />
          <Button
            type="submit"
            form="confirm"
            variant={props.danger === false ? "primary" : "danger"}
            disabled={!ready}
            loading={busy}
          >
            {props.verb}
          </Button>
        </>
      }
    >
      <form
        id="confirm"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void confirm();
        }}
      >
        <p className="text-14 text-ink-muted">{props.touches}</p>
        {props.children}
        {props.typeToConfirm && (
          <Field label={`Type ${props.typeToConfirm} to confirm`}>
            <Input mono autoComplete="off" value={typed} onValueChange={setTyped} />
          </Field>
        )}
        {failure && <ErrorBanner error={failure} />}
      </form>
    </Dialog>
  );
}
