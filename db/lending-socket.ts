import { Socket } from "node:net";
import { steady, steadySocket } from "./steady-socket.ts";

const READ_BYTES = 64 * 1024;

/** The event with which a lending socket offers what it has read, before `data`. */
export const LENT = "lent";

/** A connection's socket that reuses one read buffer. It offers what it read as `lent`, to be used before the
 * listener returns; without a listener for that, `data` gets a copy. The usual new buffer per read is allocated
 * outside V8's heap faster than it is collected. On an encrypted connection this is an ordinary socket. */
export function lendingSocket(config?: { ssl?: unknown }): Socket {
  if (config?.ssl) return steadySocket();
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback(length, memory) {
        const bytes = (memory as Buffer).subarray(0, length);
        if (!socket.emit(LENT, bytes)) socket.emit("data", Buffer.from(bytes));
        return true;
      },
    },
  });
  return steady(socket);
}
