import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type MailAsk, MailRefused } from '../../core/ports/ports.ts';
import { createMail } from './smtp.ts';

/** What the mail server was told, line by line. */
const told: string[] = [];
const server = createServer(socket => {
  const say = (text: string) => socket.write(`${text}\r\n`);
  let isLetter = false;
  say('220 mail.example');
  createInterface({ input: socket }).on('line', line => {
    if (isLetter) {
      isLetter = line !== '.';
      if (!isLetter) say('250 taken');
      return;
    }
    told.push(line);
    if (line.startsWith('QUIT')) return socket.end('221 bye\r\n');
    if (line.startsWith('RCPT') && line.includes('nobody@')) return say('550 no such mailbox');
    if (line.startsWith('RCPT') && line.includes('gone@')) return say('550 5.1.1 no such mailbox');
    if (line.startsWith('RCPT') && line.includes('relay@')) return say('554 5.7.1 relay access denied');
    if (line.startsWith('RCPT') && line.includes('busy@')) return say('450 try again later');
    isLetter = line === 'DATA';
    say(isLetter ? '354 go on' : '250 fine');
  });
});
let smtpUrl: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const letterTo = (to: string): MailAsk => ({
  to,
  fromName: 'Stadtwerke Lindau',
  replyTo: 'help@lindau.example',
  subject: 'Invoice',
  text: 'text',
  html: '<p>text</p>',
  attachments: [],
  key: to,
});
const recipients = async (to: string, from: string) => {
  told.length = 0;
  const mail = createMail({ smtpUrl, from, folder: '' });
  await mail.send(letterTo(to)).catch((error: Error) => error);
  return told.filter(line => /^(MAIL|RCPT)/.test(line));
};

it('sends an e-mail to the one address it was given, in the name of the app', async () => {
  expect(await recipients('ada@mail.example', 'Charging <no-reply@charging.example>')).toEqual([
    'MAIL FROM:<no-reply@charging.example>',
    'RCPT TO:<ada@mail.example>',
  ]);
});

it.each(['a@b.example, c@d.example', 'a@b.example;c@d.example', 'Ada <a@b.example>', 'all: a@b.example, c@d.example;'])(
  'takes no text for a list of addresses: %s',
  async to => {
    expect((await recipients(to, 'no-reply@charging.example')).filter(line => /<[ac]@[bd]\.example>/.test(line))).toEqual([]);
  },
);

it('takes no refusal that is about us for one of the mailbox', async () => {
  const mail = createMail({ smtpUrl, from: 'no-reply@charging.example', folder: '' });
  await expect(mail.send(letterTo('gone@mail.example'))).rejects.toBeInstanceOf(MailRefused);
  await expect(mail.send(letterTo('relay@mail.example'))).rejects.not.toBeInstanceOf(MailRefused);
});

it('tells a mailbox that does not exist from one that takes nothing now', async () => {
  const mail = createMail({ smtpUrl, from: 'no-reply@charging.example', folder: '' });
  await expect(mail.send(letterTo('nobody@mail.example'))).rejects.toBeInstanceOf(MailRefused);
  const later = await mail.send(letterTo('busy@mail.example')).catch((error: Error) => error);
  expect(later).toBeInstanceOf(Error);
  expect(later).not.toBeInstanceOf(MailRefused);
});
