import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Email, type Mail, MailRefused } from '../../core/ports/ports.ts';

interface MailDependencies {
  /** smtps://user:password@host; null: e-mails go into the folder as .eml files. */
  smtpUrl: string | null;
  from: string;
  folder: string;
}

const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };

/** Sends through a mail server, or writes e-mails into a folder where there is none. */
export function createMail({ smtpUrl, from, folder }: MailDependencies): Mail {
  // With the first e-mail: a start does not wait for the library.
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    sender: senderOf(from).address,
    async send(request) {
      transport ??= openTransport(smtpUrl);
      const sentMessage: unknown = await (await transport).sendMail(messageOf(request, from)).catch(refused);
      if (smtpUrl) return;
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${fileName(request.key)}.eml`), (sentMessage as { message: Buffer }).message);
    },
  };
}

async function openTransport(smtpUrl: string | null) {
  const { createTransport } = await import('nodemailer');
  if (smtpUrl) return createTransport({ url: smtpUrl, ...TIMEOUTS });
  return createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
}

/** Not of the mailbox, but of the way to it (RFC 3463): a relay that does not know us, or a list that we are on, refuses every letter. */
const NOT_OF_MAILBOX = /^5\d\d[ -]5\.[^12]\./;

/** Answers of 500 and above are for good (RFC 5321, section 4.2.1). What the server says may quote the address. */
function refused(error: unknown): never {
  const { command, responseCode = 0, response = '' } = (error ?? {}) as Refusal;
  const isMailbox = command === 'RCPT TO' && responseCode >= 500 && !NOT_OF_MAILBOX.test(response);
  throw isMailbox ? new MailRefused('No such mailbox') : error;
}

interface Refusal {
  command?: string;
  responseCode?: number;
  /** The whole line. */
  response?: string;
}

/** An e-mail sent twice after a crash has the same id, so that mailboxes may show it once. */
function messageOf({ key, to, fromName, replyTo, subject, text, html, attachments }: Email, from: string) {
  const sender = senderOf(from);
  const host = sender.address.split('@').at(-1) ?? 'localhost';
  return {
    // The brand's name at our own address: the one that mail servers vouch for.
    from: { name: fromName, address: sender.address },
    ...(replyTo === null ? {} : { replyTo: { name: fromName, address: replyTo } }),
    // Never as text, which would be read as a list.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${fileName(key)}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map(({ fileName: filename, contentType, content }) => ({
      filename,
      contentType,
      content: Buffer.from(content),
    })),
  };
}

/** 'Charging <no-reply@charging.example>', or the address alone. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name: name.trim(), address: address.trim() };
}

const fileName = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);
