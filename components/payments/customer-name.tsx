/** The payer in a list row: name, else e-mail address. */
export function CustomerName(props: {
  customer: { name: string | null; email: string | null; id: string } | null;
}) {
  const { customer } = props;
  if (!customer) return <span className="text-ink-faint">Guest</span>;
  return <>{customer.name ?? customer.email ?? <code className="text-12">{customer.id}</code>}</>;
}
