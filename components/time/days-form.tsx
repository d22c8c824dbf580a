import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { PeriodFields } from "./period-fields.tsx";

type DaysFormProps = {
  from: string;
  to: string;
  /** The last day that can be chosen. */
  max?: string;
  /** Why these days cannot be shown. */
  faultOf?: (from: string, to: string) => ReactNode;
  onApply: (from: string, to: string) => void;
};

/** The first and last day of what a screen shows. */
export function DaysForm({ from, to, max, faultOf, onApply }: DaysFormProps) {
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const fault = first && last ? faultOf?.(first, last) : null;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!fault) onApply(first, last);
      }}
    >
      <PeriodFields
        from={first}
        to={last}
        max={max}
        onFrom={setFirst}
        onTo={setLast}
        first={{ required: true }}
        last={{ label: "To", hint: "Included", required: true }}
      />
      {fault && (
        <p role="alert" className="max-w-72 text-13 text-negative-ink">
          {fault}
        </p>
      )}
      <Button type="submit" variant="primary" size="small">
        Show these days
      </Button>
    </form>
  );
}
