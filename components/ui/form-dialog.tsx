"use client";

import { type ReactElement, type ReactNode, useEffect, useId, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Dialog, DialogClose } from "./dialog.tsx";
import { ErrorBanner } from "./error-banner.tsx";
import { type ErrorOf, type FormError, useFieldErrors } from "./use-field-errors.ts";

export type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  trigger?: ReactElement<Record<string, unknown>>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The submit button's label: "Create plan". */
  verb: string;
  /** The label of the other button, where "Cancel" could be misread. */
  keep?: string;
  /** The form can be submitted. */
  ready?: boolean;
  /** The mutation that submits the form; its error is shown in the dialog. */
  submit: {
    mutate: () => void;
    reset: () => void;
    isPending: boolean;
    error: FormError;
  };
  /** Called whenever the dialog opens, to reset the fields. */
  onOpen?: () => void;
  wide?: boolean;
  /** Layout classes of the fields; a column by default. */
  layout?: string;
  /** As a function, the children get `errorOf` and show errors at their fields. Other errors are shown above the fields. */
  children: ReactNode | ((errorOf: ErrorOf) => ReactNode);
};

/** A form in a dialog. It is reset each time it opens, shows errors of no field above the fields, and cannot be
 *  closed while it is being submitted, nor by a press beside it once something was typed. */
export function FormDialog(props: FormDialogProps) {
  const { open, onOpenChange, submit, verb, keep = "Cancel", ready = true, children } = props;
  const id = useId();
  const [isTouched, setTouched] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening starts over; what is read again meanwhile must not undo what was typed.
  useEffect(() => {
    if (!open) return;
    setTouched(false);
    props.onOpen?.();
    submit.reset();
  }, [open]);
  const { isPending } = submit;
  const { errorOf, unplaced } = useFieldErrors(submit.error);
  return (
    <Dialog
      wide={props.wide}
      title={props.title}
      description={props.description}
      trigger={props.trigger}
      isHeld={isTouched}
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
        onInput={() => setTouched(true)}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !isPending) submit.mutate();
        }}
      >
        {unplaced && (
          <div className="col-span-full">
            <ErrorBanner error={unplaced} />
          </div>
        )}
        {typeof children === "function" ? children(errorOf) : children}
      </form>
    </Dialog>
  );
}
