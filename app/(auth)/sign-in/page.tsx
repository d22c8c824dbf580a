import { RequestFailed } from "#lib/dashboard/client.ts";
import type { SignInView } from "#lib/dashboard/views/session.ts";
import { serverClient } from "../../server-data.tsx";
import { localPath } from "../local-path.ts";
import { SecondStep } from "./second-step.tsx";
import { SignInForm } from "./sign-in-form.tsx";

export const metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const view = await readSignIn();
  if (view.awaitsSecondFactor) return <SecondStep next={localPath(next)} />;
  return <SignInForm view={view} next={localPath(next)} />;
}

/** The state of this sign-in, and the demo account's credentials if one was seeded. If the read fails, the
 *  plain form is shown. */
async function readSignIn(): Promise<SignInView> {
  try {
    return await (await serverClient()).get("/sign-in");
  } catch (error) {
    if (error instanceof RequestFailed) {
      return {
        demo: null,
        endedBy: null,
        passkeyHost: null,
        maySignUp: false,
        awaitsSecondFactor: false,
      };
    }
    throw error;
  }
}
