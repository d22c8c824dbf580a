import { createServer, type Socket } from "node:net";

export type ReceivedMail = { from: string; to: string[]; data: string };

/** The server's behaviour: accepts mail, rejects the mailbox, is busy, or accepts mail and dies before it
 *  confirms. */
export type MailBehaviour = "takes" | "no mailbox" | "busy" | "takes and hangs up";

export type MailServer = {
  url: string;
  received: ReceivedMail[];
  behave(how: MailBehaviour): void;
  stop(): Promise<void>;
};

/** A local mail server with the part of SMTP that a client without extensions uses. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let behaviour: MailBehaviour = "takes";
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    converse(
      socket,
      () => behaviour,
      (mail) => received.push(mail),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave: (how) => {
      behaviour = how;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(
  socket: Socket,
  behaviour: () => MailBehaviour,
  take: (mail: ReceivedMail) => void,
): void {
  let mail: ReceivedMail = { from: "", to: [], data: "" };
  let inData = false;
  let buffered = "";
  const say = (line: string) => socket.write(`${line}\r\n`);
  const heard = (line: string) => {
    const word = line.slice(0, 4).toUpperCase();
    if (word === "MAIL") {
      mail = { from: line, to: [], data: "" };
      say(behaviour() === "busy" ? "451 try later" : "250 ok");
    } else if (word === "RCPT") {
      if (behaviour() === "no mailbox") return say("550 no such mailbox");
      mail.to.push(/<([^>]*)>/.exec(line)?.[1] ?? "");
      say("250 ok");
    } else if (word === "DATA") {
      inData = true;
      say("354 go on");
    } else if (word === "QUIT") {
      say("221 bye");
      socket.end();
    } else say("250 ok");
    return;
  };
  const ended = (data: string) => {
    take({ ...mail, data });
    inData = false;
    if (behaviour() === "takes and hangs up") socket.destroy();
    else say("250 taken");
  };
  say("220 here");
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    buffered += chunk;
    for (;;) {
      const stop = inData ? "\r\n.\r\n" : "\r\n";
      const at = buffered.indexOf(stop);
      if (at < 0) return;
      const part = buffered.slice(0, at);
      buffered = buffered.slice(at + stop.length);
      if (inData) ended(part);
      else heard(part);
    }
  });
}
