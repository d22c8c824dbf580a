import { RATES } from "#lib/kernel/vocabulary/rate-definitions.ts";
import type { RateName } from "#lib/kernel/vocabulary/rates.ts";
import { TextLink } from "./text-link.tsx";

/** Definition of a rate, the first case that could count either way, and a link to the guide. */
export function RateDefinition({ rate }: { rate: RateName }) {
  const { definition, cases } = RATES[rate];
  return (
    <>
      <p className="text-13 text-ink-muted">{definition.replaceAll("*", "")}</p>
      <p className="mt-2 text-12 text-ink-faint">{cases[0]}</p>
      <p className="mt-2 text-13">
        <TextLink href={`/docs/rates#${rate}`}>How it is counted</TextLink>
      </p>
    </>
  );
}
