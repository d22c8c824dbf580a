export const metadata = { title: "from-adyen" };
export default function Page() {
  return <h1 className="text-28 font-semibold">from-adyen</h1>;
}
