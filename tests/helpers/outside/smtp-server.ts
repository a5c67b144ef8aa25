import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  data: string;
}

/** The response of the fake mail server to a message. */
export type Answer = '250 kept' | '451 later' | '550 never';

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  /** Every attempted recipient, accepted or not. */
  attempts: string[];
  answer: Answer;
}

/**
 * A mail server on this machine that implements as much SMTP as a delivery needs. It is closed after the test
 * file.
 */
export async function startSmtpServer(): Promise<SmtpServer> {
  const smtp: SmtpServer = { url: '', mails: [], attempts: [], answer: '250 kept' };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, smtp);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtp.url = `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return smtp;
}

function serve(socket: Socket, smtp: SmtpServer): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: ReceivedMail = { from: '', to: [], data: '' };
  let inData = false;
  const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

  createInterface({ input: socket }).on('line', (line) => {
    if (inData) {
      if (line !== '.') {
        mail.data += `${line.replace(/^\./, '')}\n`;
        return;
      }
      inData = false;
      smtp.attempts.push(...mail.to);
      if (smtp.answer === '250 kept') smtp.mails.push(mail);
      say(smtp.answer);
      return;
    }
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'MAIL') mail = { from: address(line), to: [], data: '' };
    if (command === 'RCPT') mail.to.push(address(line));
    if (command === 'DATA') {
      inData = true;
      say('354 go on');
    } else if (command === 'QUIT') {
      say('221 bye');
      socket.end();
    } else {
      say('250 ok');
    }
  });
  say('220 test');
}
