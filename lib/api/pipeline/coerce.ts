import type { z } from "zod";
import { asList } from "#lib/kernel/body/parse-form.ts";
import { readPlainInteger } from "#lib/kernel/plain-integer.ts";

/** Converts a form's strings to the types of a schema where possible; validation checks the result. An integer has only its
 * plain digits, a boolean is `true` or `false`. JSON values are never converted: `"5"` is not a number. */
export type Coerce = (value: unknown) => unknown;

type Def = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  in?: z.ZodType;
  shape?: Readonly<Record<string, z.ZodType>>;
  values?: readonly unknown[];
};

const same: Coerce = (value) => value;

/** Builds a schema's coercion, once. */
export function coercerOf(schema: z.ZodType): Coerce {
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case "int":
    case "number":
      return (value) => (typeof value === "string" ? (readPlainInteger(value) ?? value) : value);
    case "boolean":
      return (value) => (value === "true" ? true : value === "false" ? false : value);
    case "literal":
      return (value) => def.values?.find((literal) => String(literal) === value) ?? value;
    case "nullable": {
      const inner = coercerOf(def.innerType!);
      return (value) => (value === "" ? null : inner(value));
    }
    case "optional":
    case "default":
    case "prefault":
    case "readonly":
    case "nonoptional":
      return coercerOf(def.innerType!);
    case "pipe":
      return coercerOf(def.in!);
    case "array":
      return arrayCoercer(coercerOf(def.element!));
    case "record": {
      const inner = coercerOf(def.valueType!);
      return eachField(() => inner);
    }
    case "object":
      return objectCoercer(def.shape!);
    case "union":
      return unionCoercer(def.options!);
    default:
      return same;
  }
}

function arrayCoercer(element: Coerce): Coerce {
  return (value) => {
    const list = asList(value);
    return list ? list.map(element) : value;
  };
}

function eachField(coercerFor: (name: string) => Coerce): Coerce {
  return (value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    const result: Record<string, unknown> = Object.create(null);
    for (const [name, inner] of Object.entries(value)) {
      result[name] = coercerFor(name)(inner);
    }
    return result;
  };
}

function objectCoercer(shape: Readonly<Record<string, z.ZodType>>): Coerce {
  const fields = new Map(Object.entries(shape).map(([name, type]) => [name, coercerOf(type)]));
  return eachField((name) => fields.get(name) ?? same);
}

/** The value coerced by the first option that then accepts it; unchanged if none does. */
function unionCoercer(options: readonly z.ZodType[]): Coerce {
  const tries = options.map((option) => ({ option, coerce: coercerOf(option) }));
  return (value) => {
    for (const { option, coerce } of tries) {
      const coerced = coerce(value);
      if (option.safeParse(coerced).success) return coerced;
    }
    return value;
  };
}
