export interface MailAttachment {
  fileName: string;
  contentType: string;
  content: Uint8Array;
}

/** An image that the HTML of an e-mail names by its id, as in `cid:logo`, and that is sent with the e-mail. */
export type MailImage = Omit<MailAttachment, 'fileName'> & { id: string };

export interface Email {
  to: string;
  /** Name of the sender, which is the brand. The sender address is that of the app. */
  fromName: string;
  /** Address for replies. Null: replies go to the sender address. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  images: readonly MailImage[];
  attachments: readonly MailAttachment[];
  /** Identifies the e-mail. All attempts to send it have the same key. */
  key: string;
}

/** Thrown if the mail server refuses the e-mail permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface Mail {
  /** Sender address of all e-mails. Absent: unknown. */
  sender?: string;
  /** @throws MailRefused if the mail server reports at once that the mailbox does not exist */
  send(request: Email): Promise<void>;
}
