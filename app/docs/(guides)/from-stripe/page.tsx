export const metadata = { title: "from-stripe" };
export default function Page() {
  return <h1 className="text-28 font-semibold">from-stripe</h1>;
}
