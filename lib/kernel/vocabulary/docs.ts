/** The page about an error code of the API. */
export const docsOfError = (code: string) => `/docs/api/errors#${code}`;

/** The page about a decline code. */
export const docsOfDecline = (code: string) => `/docs/declines#${code}`;
