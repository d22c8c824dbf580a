import { serverClient } from "../../server-data.tsx";
import { SignUp } from "./sign-up.tsx";

export const metadata = { title: "Create an account" };

export default async function SignUpPage() {
  return <SignUp view={await (await serverClient()).get("/sign-up")} />;
}
