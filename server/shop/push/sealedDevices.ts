import { randomUUID } from 'node:crypto';
import type { Secret } from '../../../shared/util/secret.ts';
import type { PushDevice } from '../../core/ports/ports.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { findDevice, listDevices, type PushDeviceRecord, type PushEvent, putDevice } from '../../store/shop/pushDevices.ts';

/**
 * Device data is encrypted, so that a copy of the database or of a backup is not enough to send messages to a phone, or to link
 * phones with sessions.
 */
const keyOf = (secret: Secret) => ({ secret, purpose: 'devices that are told' });

const sealedOf = ({ endpoint, p256dh, auth }: PushDevice, secret: Secret): string =>
  encrypted([p256dh, auth, endpoint].join('\n'), keyOf(secret));

function deviceIn(text: string): PushDevice {
  const [p256dh = '', auth = '', ...endpoint] = text.split('\n');
  return { endpoint: endpoint.join('\n'), p256dh, auth };
}

export interface OpenDevice extends PushDevice {
  id: string;
  sessionId: string;
  sentEvents: readonly PushEvent[];
  createdAt: Date;
}

/**
 * Decrypts a device.
 * @returns null if the device was encrypted with a SECRET that is no longer configured
 */
function opened(device: PushDeviceRecord, secret: Secret): OpenDevice | null {
  const { id, sessionId, sentEvents, createdAt } = device;
  try {
    return { ...deviceIn(decrypted(device.sealed, keyOf(secret))), id, sessionId, sentEvents, createdAt };
  } catch {
    return null;
  }
}

type Keyed = Pick<OperatorContext, 'secret'>;

export async function openDevice({ secret }: Keyed, db: Db, id: string): Promise<OpenDevice | null> {
  const device = await findDevice(db, id);
  return device && opened(device, secret);
}

/** Lists the devices of a session, without those that cannot be decrypted. */
export async function openDevices({ secret }: Keyed, db: Db, sessionId: string): Promise<readonly OpenDevice[]> {
  return (await listDevices(db, sessionId)).map(device => opened(device, secret)).filter(device => device !== null);
}

/**
 * Stores a device. If the device is registered already, replaces its keys. Events that were sent to the device are not sent
 * again.
 */
export async function saveDevice(
  { secret }: Keyed,
  trx: Trx,
  { sessionId, createdAt, ...device }: PushDevice & { sessionId: string; createdAt: Date },
): Promise<void> {
  const known = (await openDevices({ secret }, trx, sessionId)).find(({ endpoint }) => endpoint === device.endpoint);
  const { id, sentEvents } = known ?? { id: randomUUID(), sentEvents: [] };
  await putDevice(trx, { id, sessionId, sealed: sealedOf(device, secret), sentEvents, createdAt: known?.createdAt ?? createdAt });
}
