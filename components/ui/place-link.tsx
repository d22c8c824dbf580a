import Link from "next/link";
import type { ComponentProps } from "react";

/** A property of Next's that its types do not know yet. */
const FETCHED_ON_HOVER: object = { unstable_dynamicOnHover: true };

/** A link to a screen, which is fetched with its data as soon as the pointer rests on it. */
export function PlaceLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} {...FETCHED_ON_HOVER} />;
}
