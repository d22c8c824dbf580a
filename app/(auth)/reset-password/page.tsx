import { ResetForm } from "./reset-form.tsx";

export const metadata = { title: "Set a new password" };

/** The browser reads the token, because the part of a URL after `#` is not sent to the server. */
export default function ResetPasswordPage() {
  return <ResetForm />;
}
