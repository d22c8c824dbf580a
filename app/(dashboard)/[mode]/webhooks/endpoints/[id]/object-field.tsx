import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { RequestFailed } from "#lib/dashboard/client.ts";

export type ObjectFieldProps = {
  object: string;
  fault: Error | null;
  anyShape: boolean;
  onObject: (object: string) => void;
  onAnyShape: (anyShape: boolean) => void;
};

/** The object of an event, written by hand. What is not as the contract says is named, and can be sent
 *  once somebody says that it is meant. */
export function ObjectField(props: ObjectFieldProps) {
  const { object, fault, anyShape, onObject, onAnyShape } = props;
  const isShape = fault instanceof RequestFailed;
  return (
    <>
      <Field
        label="Object"
        error={fault ? fault.message : undefined}
        hint="What the event carries as data, in the newest version."
      >
        <Textarea
          mono
          spellCheck={false}
          className="max-h-72"
          value={object}
          onChange={(event) => onObject(event.currentTarget.value)}
        />
      </Field>
      {(isShape || anyShape) && (
        <Checkbox
          label="Send it in this shape all the same"
          hint="Real events never have it: to see what your receiver does with it."
          checked={anyShape}
          onChange={onAnyShape}
        />
      )}
    </>
  );
}
