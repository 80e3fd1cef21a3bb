import { type FreeNoticeRequest, NOTICE_LIFETIME_MS } from '../../../shared/charging/freeNotice.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { KeyValueStore } from '../../core/ports/ports.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { findOffer, type Offer } from '../catalogue/offers.ts';

/** A message that was requested and not sent yet. Deleted once it is sent, refused or too old. */
export interface WaitingNotice extends Pick<FreeNoticeRequest, 'clientId' | 'evseId' | 'connector'> {
  /** The recipient, encrypted with SECRET, so that the database or a backup does not reveal address or device. */
  recipient: string;
  locale: Locale;
  /** Epoch milliseconds. */
  requestedAt: number;
}

export type Recipient = Pick<FreeNoticeRequest, 'email' | 'device'>;

const keyOf = (secret: Secret) => ({ secret, purpose: 'notices of free plugs' });

/** Encrypts a recipient. The text has one line for an address, and four lines for a device. */
export function sealedRecipient({ email, device }: Recipient, { secret }: Pick<OperatorContext, 'secret'>): string {
  const lines = device ? ['', device.p256dh, device.auth, device.endpoint] : [email];
  return encrypted(lines.join('\n'), keyOf(secret));
}

/** Decrypts a recipient. Null: SECRET has changed since. */
export function recipientOf({ recipient }: WaitingNotice, { secret }: { secret: Secret }): Recipient | null {
  try {
    const [email = '', p256dh = '', auth = '', endpoint = ''] = decrypted(recipient, keyOf(secret)).split('\n');
    return { email, device: endpoint === '' ? null : { endpoint, p256dh, auth } };
  } catch {
    return null;
  }
}

export const waitingNotices = (db: Db): KeyValueStore => createKeyValueStore(db, 'free-notices');

/** Beginning of the keys of all notices. A list of keys needs a prefix, because a prefix bounds the range that the database reads. */
const PREFIX = 'plug/';

/** Returns the beginning of the keys of all notices for one plug. */
export const plugKey = ({ evseId, connector }: Pick<WaitingNotice, 'evseId' | 'connector'>): string =>
  `${PREFIX}${evseId}/${encodeURIComponent(connector)}/`;

/** Lists the notices for all plugs. */
export const listNotices = async (db: Db) =>
  (await waitingNotices(db).list(PREFIX)) as readonly { key: string; json: WaitingNotice }[];

/** Returns the plug of a notice with its price and state. Null: the point or plug has left the catalogue. */
export async function offerOf(context: OperatorContext, notice: WaitingNotice): Promise<Offer | null> {
  try {
    return (await findOffer(context, notice)).offer;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

export const isExpired = ({ requestedAt }: WaitingNotice, now: Date): boolean =>
  now.getTime() - requestedAt >= NOTICE_LIFETIME_MS;

/**
 * Deletes the notices that are waiting for an e-mail address. Without an address, none is deleted.
 * @returns the number of deleted notices, and the number of those that `secret` cannot decrypt
 */
export async function forgetNotices(
  trx: Trx,
  { email, secret }: { email: string | null; secret: Secret | undefined },
): Promise<{ letters: number; unopened: number }> {
  let [letters, unopened] = [0, 0];
  for (const { key, json } of email === null ? [] : await listNotices(trx)) {
    const to = secret === undefined ? null : recipientOf(json, { secret });
    const isTheirs = to?.email.toLowerCase() === email;
    if (isTheirs) await waitingNotices(trx).delete(key);
    if (isTheirs) letters++;
    else if (to === null) unopened++;
  }
  return { letters, unopened };
}
