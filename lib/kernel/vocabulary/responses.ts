/** Classes of response statuses. The database, the lists and the screens use these. */
export const RESPONSE_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;
export type ResponseClass = (typeof RESPONSE_CLASSES)[number];

/** Classes of the last answer to a delivery; `none`: the endpoint did not answer. */
export const ANSWER_CLASSES = [...RESPONSE_CLASSES, "none"] as const;
export type AnswerClass = (typeof ANSWER_CLASSES)[number];
