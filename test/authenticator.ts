import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { env } from "#lib/kernel/env.ts";

type Options = { challenge: string };

/** Faults of an authenticator, or of an attacker between it and us. */
export type Behaviour = {
  origin?: string;
  host?: string;
  /** False: the person was not verified by fingerprint or PIN. */
  verifiesPerson?: boolean;
  /** The reported signature counter. */
  count?: number;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

/** A device with one passkey (WebAuthn level 2, ES256, no attestation). Returns what a browser would send. */
export class Authenticator {
  readonly id = randomBytes(16);
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  private signatures = 0;

  constructor() {
    this.keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** Answers `navigator.credentials.create`. */
  make(options: Options, behaviour: Behaviour = {}): RegistrationResponseJSON {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey()]);
    const authData = Buffer.concat([authenticatorData(HAS_CREDENTIAL, 0, behaviour), credential]);
    const attestationObject = map([
      [text("fmt"), text("none")],
      [text("attStmt"), map([])],
      [text("authData"), bytes(authData)],
    ]);
    return {
      ...this.named(),
      response: {
        clientDataJSON: base64url(clientData("webauthn.create", options, behaviour)),
        attestationObject: base64url(attestationObject),
        transports: ["internal"],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  sign(options: Options, behaviour: Behaviour = {}): AuthenticationResponseJSON {
    const count = behaviour.count ?? ++this.signatures;
    const data = clientData("webauthn.get", options, behaviour);
    const authData = authenticatorData(0, count, behaviour);
    const signed = Buffer.concat([authData, sha256(data)]);
    return {
      ...this.named(),
      response: {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", signed, this.keys.privateKey)),
      },
    };
  }

  private named() {
    const id = base64url(this.id);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
  }

  private coseKey(): Buffer {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    return map([
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, "base64url"))],
      [integer(-3), bytes(Buffer.from(y, "base64url"))],
    ]);
  }
}

function clientData(type: string, { challenge }: Options, { origin }: Behaviour): Buffer {
  const data = { type, challenge, origin: origin ?? env.publicUrl, crossOrigin: false };
  return Buffer.from(JSON.stringify(data));
}

function authenticatorData(flags: number, count: number, behaviour: Behaviour): Buffer {
  const { host = new URL(env.publicUrl).hostname, verifiesPerson = true } = behaviour;
  const tail = Buffer.alloc(5);
  tail[0] = flags | USER_PRESENT | (verifiesPerson ? USER_VERIFIED : 0);
  tail.writeUInt32BE(count, 1);
  return Buffer.concat([sha256(host), tail]);
}

// The part of CBOR (RFC 8949) that is needed.
const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
const integer = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: readonly [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
