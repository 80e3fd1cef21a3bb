import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Email, MailRefused } from '../../core/ports/mailPort.ts';
import { createMail } from './smtp.ts';

/** The lines that the test mail server has received. */
const received: string[] = [];
const server = createServer(socket => {
  const reply = (text: string) => socket.write(`${text}\r\n`);
  let isMessageBody = false;
  reply('220 mail.example');
  createInterface({ input: socket }).on('line', line => {
    if (isMessageBody) {
      isMessageBody = line !== '.';
      if (!isMessageBody) reply('250 taken');
      return;
    }
    received.push(line);
    if (line.startsWith('QUIT')) return socket.end('221 bye\r\n');
    if (line.startsWith('RCPT') && line.includes('nobody@')) return reply('550 no such mailbox');
    if (line.startsWith('RCPT') && line.includes('gone@')) return reply('550 5.1.1 no such mailbox');
    if (line.startsWith('RCPT') && line.includes('relay@')) return reply('554 5.7.1 relay access denied');
    if (line.startsWith('RCPT') && line.includes('busy@')) return reply('450 try again later');
    isMessageBody = line === 'DATA';
    reply(isMessageBody ? '354 go on' : '250 fine');
  });
});
let smtpUrl: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const emailTo = (to: string): Email => ({
  to,
  fromName: 'Stadtwerke Lindau',
  replyTo: 'help@lindau.example',
  subject: 'Invoice',
  text: 'text',
  html: '<p>text</p>',
  images: [],
  attachments: [],
  key: to,
});
const recipients = async (to: string, from: string) => {
  received.length = 0;
  const mail = createMail({ smtpUrl, from, folder: '' });
  await mail.send(emailTo(to)).catch((error: Error) => error);
  return received.filter(line => /^(MAIL|RCPT)/.test(line));
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

it('sends the images of the HTML with the e-mail, apart from its attachments', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mail-'));
  const mail = createMail({ smtpUrl: null, from: 'no-reply@charging.example', folder });
  await mail.send({
    ...emailTo('ada@mail.example'),
    html: '<img src="cid:logo" alt="">',
    images: [{ id: 'logo', contentType: 'image/png', content: Buffer.from('picture') }],
  });
  const [name = ''] = readdirSync(folder);
  const message = readFileSync(path.join(folder, name), 'utf8');
  expect(message).toContain('Content-Type: multipart/related');
  expect(message).toMatch(/Content-ID: <logo>/i);
  expect(message).toContain('Content-Disposition: inline');
  rmSync(folder, { recursive: true });
});

it('takes no refusal that is about us for one of the mailbox', async () => {
  const mail = createMail({ smtpUrl, from: 'no-reply@charging.example', folder: '' });
  await expect(mail.send(emailTo('gone@mail.example'))).rejects.toBeInstanceOf(MailRefused);
  await expect(mail.send(emailTo('relay@mail.example'))).rejects.not.toBeInstanceOf(MailRefused);
});

it('tells a mailbox that does not exist from one that takes nothing now', async () => {
  const mail = createMail({ smtpUrl, from: 'no-reply@charging.example', folder: '' });
  await expect(mail.send(emailTo('nobody@mail.example'))).rejects.toBeInstanceOf(MailRefused);
  const later = await mail.send(emailTo('busy@mail.example')).catch((error: Error) => error);
  expect(later).toBeInstanceOf(Error);
  expect(later).not.toBeInstanceOf(MailRefused);
});
