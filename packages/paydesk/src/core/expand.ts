import type { Links, Objects } from "../generated/objects.ts";
import type { Version, Worlds } from "../generated/versions.ts";

/** The name of an object in the contract. */
export type ObjectName = keyof Objects;

type LinkName<N> = N extends keyof Links ? keyof Links[N] & string : never;

/** What `expand` accepts for an object: a related object, or one of its own (`payment.customer`). */
export type ExpandPath<N> = LinkName<N> | `${LinkName<N>}.${string}`;

type Head<P> = P extends `${infer H}.${string}` ? H : P;
type Rest<P, F extends string> = P extends `${F}.${infer R}` ? R : never;

type ObjectIn<V extends Version, N> = N extends keyof Worlds[V]["objects"]
  ? Worlds[V]["objects"][N]
  : never;

type Fill<V extends Version, Was, Names, P> = Was extends null
  ? null
  : Was extends readonly unknown[]
    ? Expanded<V, Names, P>[]
    : Expanded<V, Names, P>;

type Filled<V extends Version, N, O, P> = {
  [F in keyof O]: N extends keyof Links
    ? F extends Head<P> & keyof Links[N] & string
      ? Fill<V, O[F], Links[N][F], Rest<P, F>>
      : O[F]
    : O[F];
};

/** An object of a version with the fields at `P` expanded: what they name is the object, not its id. */
export type Expanded<V extends Version, N, P> = N extends unknown
  ? [P] extends [never]
    ? ObjectIn<V, N>
    : Filled<V, N, ObjectIn<V, N>, P>
  : never;

/** The paths of a list's `expand`, which begin with `data.`. */
export type InList<P extends string> = `data.${P}`;
export type OfList<P> = P extends `data.${infer R}` ? R : never;
