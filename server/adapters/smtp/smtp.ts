import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Email, type Mail, MailRefused } from '../../core/ports/mailPort.ts';

interface MailDependencies {
  /** URL of the mail server: smtps://user:password@host. Null: e-mails are written into `folder` as .eml files. */
  smtpUrl: string | null;
  from: string;
  folder: string;
}

const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };

/** Sends e-mails through a mail server, or writes them into a folder if none is configured. */
export function createMail({ smtpUrl, from, folder }: MailDependencies): Mail {
  // Opened with the first e-mail, so that the app starts without loading the library.
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

/**
 * Matches responses whose enhanced status code (RFC 3463) means a problem other than the mailbox, such as a blocklist or a relay
 * that does not accept the app. Such a problem would affect every e-mail.
 */
const NOT_OF_MAILBOX = /^5\d\d[ -]5\.[^12]\./;

/**
 * Converts the permanent refusal of a recipient (status 500 and above: RFC 5321, section 4.2.1). The server's response is
 * dropped, because it may quote the e-mail address.
 * @throws MailRefused if the mailbox does not exist, otherwise the original error
 */
function refused(error: unknown): never {
  const { command, responseCode = 0, response = '' } = (error ?? {}) as Refusal;
  const isMailbox = command === 'RCPT TO' && responseCode >= 500 && !NOT_OF_MAILBOX.test(response);
  throw isMailbox ? new MailRefused('No such mailbox') : error;
}

interface Refusal {
  command?: string;
  responseCode?: number;
  /** The complete response line of the mail server. */
  response?: string;
}

/**
 * Creates the e-mail message. Its message id is derived from `key`, so that a mailbox can recognise an e-mail that was sent
 * again after a crash.
 */
function messageOf({ key, to, fromName, replyTo, subject, text, html, images, attachments }: Email, from: string) {
  const sender = senderOf(from);
  const host = sender.address.split('@').at(-1) ?? 'localhost';
  return {
    // The brand's name with the app's address, because only that address passes the sender checks of mail servers.
    from: { name: fromName, address: sender.address },
    ...(replyTo === null ? {} : { replyTo: { name: fromName, address: replyTo } }),
    // Passed as an object, because a string would be parsed as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${fileName(key)}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [
      ...images.map(({ id: cid, contentType, content }) => ({
        cid,
        contentType,
        content: Buffer.from(content),
        contentDisposition: 'inline' as const,
      })),
      ...attachments.map(({ fileName: filename, contentType, content }) => ({
        filename,
        contentType,
        content: Buffer.from(content),
      })),
    ],
  };
}

/** Parses a sender such as 'Charging <no-reply@charging.example>', or an address without a name. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name: name.trim(), address: address.trim() };
}

const fileName = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);
