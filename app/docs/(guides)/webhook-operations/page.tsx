export const metadata = { title: "webhook-operations" };
export default function Page() {
  return <h1 className="text-28 font-semibold">webhook-operations</h1>;
}
