import { serverClient } from "../../server-data.tsx";
import { ForgotPassword } from "./forgot-password.tsx";

export const metadata = { title: "Forgot password" };

export default async function ForgotPasswordPage() {
  const { byMail } = await (await serverClient()).get("/recovery");
  return <ForgotPassword byMail={byMail} />;
}
