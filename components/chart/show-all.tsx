import { Button } from "../ui/button.tsx";

type ShowAllProps = { all: boolean; onChange: (all: boolean) => void; label: string };

/** Shows the rest of a short list below a chart, and hides it again. */
export function ShowAll({ all, onChange, label }: ShowAllProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      className="mt-1 -ml-2.5 print:hidden"
      aria-expanded={all}
      onClick={() => onChange(!all)}
    >
      {all ? "Show fewer" : label}
    </Button>
  );
}
