/** `97.5`: per cent with one decimal, as screens and e-mails state it. Only all is `100.0`, and only nothing `0.0`. */
export function percentDigits(rate: number): string {
  const text = rate.toFixed(1);
  if (text === "100.0" && rate < 100) return "99.9";
  if (text === "0.0" && rate > 0) return "0.1";
  return text;
}
