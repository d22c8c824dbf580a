import { ResetForm } from "./reset-form.tsx";

export const metadata = { title: "Set a new password" };

/** What is after the `#` of a link reaches no server by itself, so the browser reads it. */
export default function ResetPasswordPage() {
  return <ResetForm />;
}
