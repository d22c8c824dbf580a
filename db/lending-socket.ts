import { Socket } from "node:net";

const READ_BYTES = 64 * 1024;

/** Under this name a lending socket offers what it has read, before it emits `data`. */
export const LENT = "lent";

/**
 * A connection's socket that reads into the same memory over and over. What came is offered as `lent`, to be
 * used before the listener returns; while nobody listens for that, `data` gets a copy of its own. New memory
 * for each reading, as is usual, piles up beside V8's heap faster than it is collected. Where the connection
 * is encrypted its bytes are read elsewhere, and this is an ordinary socket.
 */
export function lendingSocket(config?: { ssl?: unknown }): Socket {
  if (config?.ssl) return new Socket();
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
  return socket;
}
