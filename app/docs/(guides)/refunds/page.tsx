export const metadata = { title: "refunds" };
export default function Page() {
  return <h1 className="text-28 font-semibold">refunds</h1>;
}
