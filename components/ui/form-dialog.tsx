"use client";

import { type ReactElement, type ReactNode, useEffect, useId } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Dialog, DialogClose } from "./dialog.tsx";

/** What is said of one of some parameters, to stand beside its field. */
export type ErrorOf = (...params: string[]) => string | undefined;

export type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  trigger?: ReactElement<Record<string, unknown>>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The verb on the button: "Create plan". */
  verb: string;
  /** The other button, where "Cancel" could be misread. */
  keep?: string;
  /** There is something that can be sent. */
  ready?: boolean;
  /** Sends the form: a mutation, whose refusal is shown in the dialog. */
  submit: {
    mutate: () => void;
    reset: () => void;
    isPending: boolean;
    error: (Error & { param?: string | undefined }) | null;
  };
  /** Whenever it opens: what was typed the last time is gone. */
  onOpen?: () => void;
  wide?: boolean;
  /** Classes that lay the fields out; one below the other without them. */
  layout?: string;
  /** Fields that say themselves what is wrong with them are given `errorOf`; of others, every refusal stands
   *  above them. */
  children: ReactNode | ((errorOf: ErrorOf) => ReactNode);
};

/** A form that interrupts: begins anew each time, says above its fields what no field is to blame for, and
 *  cannot be closed while it is on its way. */
export function FormDialog(props: FormDialogProps) {
  const { open, onOpenChange, submit, verb, keep = "Cancel", ready = true, children } = props;
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening starts over; what is read again meanwhile must not undo what was typed.
  useEffect(() => {
    if (!open) return;
    props.onOpen?.();
    submit.reset();
  }, [open]);
  const { error, isPending } = submit;
  const errorOf: ErrorOf = (...params) =>
    error?.param !== undefined && params.includes(error.param) ? error.message : undefined;
  return (
    <Dialog
      wide={props.wide}
      title={props.title}
      description={props.description}
      trigger={props.trigger}
      open={open}
      onOpenChange={(next) => !isPending && onOpenChange(next)}
      footer={
        <>
          <DialogClose render={<Button disabled={isPending}>{keep}</Button>} />
          <Button type="submit" form={id} variant="primary" loading={isPending} disabled={!ready}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={cx(props.layout ?? "flex flex-col gap-4")}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !isPending) submit.mutate();
        }}
      >
        {error && (typeof children !== "function" || error.param === undefined) && (
          <div className="col-span-full">
            <Banner tone="negative">{error.message}</Banner>
          </div>
        )}
        {typeof children === "function" ? children(errorOf) : children}
      </form>
    </Dialog>
  );
}
