import { randomUUID } from 'node:crypto';
import type { Secret } from '../../../shared/util/secret.ts';
import type { PushDevice } from '../../core/ports/ports.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import {
  findDevice,
  listDevices,
  listPlainDevices,
  type PushEvent,
  putDevice,
  type StoredDevice,
} from '../../store/shop/pushDevices.ts';

/** Whoever reads the database or a backup of it can neither write to a phone nor tell which phones charged where. */
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
  told: readonly PushEvent[];
  createdAt: Date;
}

/** Null: it was sealed with a SECRET that is gone. */
function opened(device: StoredDevice, secret: Secret): OpenDevice | null {
  const { id, sessionId, told, createdAt } = device;
  if (device.sealed === null) return { ...device.plain, id, sessionId, told, createdAt };
  try {
    return { ...deviceIn(decrypted(device.sealed, keyOf(secret))), id, sessionId, told, createdAt };
  } catch {
    return null;
  }
}

type Keyed = Pick<OperatorContext, 'secret'>;

export async function openDevice({ secret }: Keyed, db: Db, id: string): Promise<OpenDevice | null> {
  const device = await findDevice(db, id);
  return device && opened(device, secret);
}

/** The devices of a session, without those that cannot be opened. */
export async function openDevices({ secret }: Keyed, db: Db, sessionId: string): Promise<readonly OpenDevice[]> {
  return (await listDevices(db, sessionId)).map(device => opened(device, secret)).filter(device => device !== null);
}

/** The same device again has new keys at most: what it was told of before, it is not told again. */
export async function saveDevice(
  { secret }: Keyed,
  trx: Trx,
  { sessionId, createdAt, ...device }: PushDevice & { sessionId: string; createdAt: Date },
): Promise<void> {
  const known = (await openDevices({ secret }, trx, sessionId)).find(({ endpoint }) => endpoint === device.endpoint);
  const { id, told } = known ?? { id: randomUUID(), told: [] };
  await putDevice(trx, { id, sessionId, sealed: sealedOf(device, secret), told, createdAt: known?.createdAt ?? createdAt });
}

/** Few enough that nobody waits for the database meanwhile. */
const AT_ONCE = 200;

/** Seals what the version before has kept in plain words. */
export async function sealDevices({ store, secret }: Pick<OperatorContext, 'store' | 'secret'>): Promise<void> {
  for (let batch = AT_ONCE; batch === AT_ONCE; )
    batch = await store.inTransaction(async trx => {
      const ids = await listPlainDevices(trx, AT_ONCE);
      for (const id of ids) {
        const device = await openDevice({ secret }, trx, id);
        if (device) await putDevice(trx, { ...device, sealed: sealedOf(device, secret) });
      }
      return ids.length;
    });
}
