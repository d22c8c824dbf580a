export const metadata = { title: "subscriptions" };
export default function Page() {
  return <h1 className="text-28 font-semibold">subscriptions</h1>;
}
