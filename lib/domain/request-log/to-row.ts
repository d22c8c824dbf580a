import { MOST_KEPT, redactBody, redactPath, redactText } from "./redact-body.ts";
import type { KeptBody, Noted, ResponseClass, SentBody } from "./types.ts";

/** A request as it is kept. */
export type Row = Omit<
  Noted,
  "startedMs" | "namedId" | "request" | "answer" | "sensitive" | "tokenises" | "status"
> & {
  createdMs: number;
  status: number;
  answerClass: ResponseClass;
  errorCode: string | null;
  objectId: string | null;
  request: KeptBody | null;
  requestForm: boolean;
  response: KeptBody | null;
};

const MOST_PATH = 2_048;
const MOST_HEADER = 512;

/** Takes out what may not be kept, and finds out what the answer was about. */
export function toRow(noted: Noted): Row {
  const { startedMs, namedId, request, answer, sensitive, tokenises, ...rest } = noted;
  const told = toldBy(noted);
  return {
    ...rest,
    createdMs: startedMs,
    path: redactPath(noted.path).slice(0, MOST_PATH),
    userAgent: noted.userAgent && redactText(noted.userAgent).slice(0, MOST_HEADER),
    idempotencyKey: noted.idempotencyKey && redactText(noted.idempotencyKey).slice(0, MOST_HEADER),
    answerClass: `${Math.floor(noted.status / 100)}xx` as ResponseClass,
    errorCode: told.errorCode,
    objectId: namedId ?? told.objectId,
    request: request && toKept(request, tokenises),
    requestForm: request?.isForm ?? false,
    response: answer === null ? null : sensitive ? redactBody(answer) : asMade(answer),
  };
}

function toKept({ text, isForm, bytes }: SentBody, tokenises: boolean): KeptBody {
  if (text === null || tokenises) return { text: null, bytes, cut: true };
  return redactBody(text, isForm);
}

/** Our own words hold nothing that would have to be taken out. */
function asMade(answer: string): KeptBody {
  const cut = answer.length > MOST_KEPT;
  const text = cut ? answer.slice(0, MOST_KEPT).toWellFormed() : answer;
  return { text, bytes: Buffer.byteLength(answer), cut };
}

const ITS_ID = /^\{"id":"([a-z]{2,4}_[0-9a-z]{10,40})"/;

/** The object at the beginning of an answer; of a refusal its code, and the payment that was declined. */
function toldBy({ status, answer }: Noted): { objectId: string | null; errorCode: string | null } {
  if (answer === null) return { objectId: null, errorCode: null };
  if (status < 400) return { objectId: ITS_ID.exec(answer)?.[1] ?? null, errorCode: null };
  const { error } = JSON.parse(answer) as { error?: { code?: string; payment?: { id?: string } } };
  return { objectId: error?.payment?.id ?? null, errorCode: error?.code ?? null };
}
