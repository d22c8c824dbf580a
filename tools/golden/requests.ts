import type { LoggedRequest } from "#lib/domain/request-log/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed requests of the log in every state that the API can show. */

const made: LoggedRequest = {
  id: "req_01kp0c5n7v3m8q2w4x6y9z1b5q",
  method: "POST",
  path: "/v1/payments",
  status: 201,
  errorCode: null,
  durationMs: 84,
  keyId: "key_01kp0a2m5p8s1v4y7z0b3d6f9h",
  version: "2025-10-01",
  objectId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  idempotencyKey: "order-6735",
  replayed: false,
  createdAt: dateFromMs(Date.UTC(2026, 3, 12, 9, 31, 7)),
  route: "create_payment",
  address: "203.0.113.7",
  userAgent: "shop/1.4",
  requestBody: '{"amount":1999,"currency":"EUR"}',
  requestForm: false,
  requestBytes: 32,
  requestCut: false,
  responseBody: '{"object":"payment"}',
  responseBytes: 20,
  responseCut: false,
};

export const REQUESTS: Readonly<Record<string, LoggedRequest>> = {
  made,
  declined: { ...made, status: 402, errorCode: "card_declined" },
  replayed: { ...made, replayed: true },
  of_an_unknown_path: {
    ...made,
    method: "GET",
    path: "/v1/nothing",
    status: 404,
    errorCode: "resource_missing",
    objectId: null,
    idempotencyKey: null,
    route: null,
    address: null,
    userAgent: null,
    requestBody: null,
    requestBytes: 0,
    responseBody: null,
    responseBytes: 0,
  },
};
