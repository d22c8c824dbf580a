import { ConfirmForm } from "./confirm-form.tsx";

export const metadata = { title: "Confirm your e-mail address" };

/** What is after the `#` of a link reaches no server by itself, so the browser reads it. */
export default function ConfirmSignUpPage() {
  return <ConfirmForm />;
}
