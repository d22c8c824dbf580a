const names = new Intl.DisplayNames(["en"], { type: "region" });

/** The country's English name; the text itself if it is not a code. */
export const countryWords = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
