import type { PushDevice } from '../../core/ports/ports.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { PUSH_DEVICE, PUSH_SUBSCRIPTION, type PushDeviceRecord, type PushEvent } from '../tables/otherTables.ts';
import { AT_REST, type Whose } from './contacts.ts';

export type { PushDeviceRecord, PushEvent } from '../tables/otherTables.ts';

/** A device as stored in either table. */
export type StoredDevice = Omit<PushDeviceRecord, 'sealed'> &
  ({ sealed: string } | { sealed: null /** As stored by the previous version. */; plain: PushDevice });

const codec = codecOf(PUSH_DEVICE);
const plainCodec = codecOf(PUSH_SUBSCRIPTION);

/** An id exists in one of the tables at most. */
const TABLES = ['push_devices', 'push_subscriptions'] as const;

type PlainRow = Parameters<typeof plainCodec.decode>[0];

function plainOf(row: PlainRow): StoredDevice {
  const { endpoint, p256dh, auth, ...rest } = plainCodec.decode(row);
  return { ...rest, sealed: null, plain: { endpoint, p256dh, auth } };
}

/** The devices of a session, oldest first. */
export async function listDevices(db: Db, sessionId: string): Promise<readonly StoredDevice[]> {
  const sealed = await db.selectFrom('push_devices').selectAll().where('session_id', '=', sessionId).execute();
  const plain = await db.selectFrom('push_subscriptions').selectAll().where('session_id', '=', sessionId).execute();
  const devices: readonly StoredDevice[] = [...sealed.map(codec.decode), ...plain.map(plainOf)];
  return devices.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

export async function findDevice(db: Db, id: string): Promise<StoredDevice | null> {
  const sealed = await db.selectFrom('push_devices').selectAll().where('id', '=', id).executeTakeFirst();
  if (sealed) return codec.decode(sealed);
  const plain = await db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  return plain ? plainOf(plain) : null;
}

/** Adds a device, or updates the encrypted data of a known one. The list of its past notifications stays. */
export async function putDevice(trx: Trx, device: PushDeviceRecord): Promise<void> {
  const { sealed } = device;
  await trx
    .insertInto('push_devices')
    .values(codec.encode(device))
    .onConflict(conflict => conflict.column('id').doUpdateSet({ sealed }))
    .execute();
  await trx.deleteFrom('push_subscriptions').where('id', '=', device.id).execute();
}

/** Ids of devices that the previous version has stored without encryption, or still stores. */
export async function listPlainDevices(db: Db, most: number): Promise<readonly string[]> {
  const rows = await db.selectFrom('push_subscriptions').select('id').orderBy('id').limit(most).execute();
  return rows.map(({ id }) => id);
}

export async function setNotifiedEvents(trx: Trx, { id }: { id: string }, told: readonly PushEvent[]): Promise<void> {
  for (const table of TABLES) await trx.updateTable(table).set(codec.encodePart({ told })).where('id', '=', id).execute();
}

export async function removeDevice(db: Db, id: string): Promise<void> {
  for (const table of TABLES) await db.deleteFrom(table).where('id', '=', id).execute();
}

/**
 * Removes the devices of ended sessions that were added before a time. Newer ones stay, because the receipt may still be sent.
 */
export async function forgetPushes(trx: Trx, before: Date): Promise<void> {
  for (const table of TABLES)
    await trx
      .deleteFrom(table)
      .where('created_at', '<', before.getTime())
      .where(eb => {
        const session = eb.selectFrom('sessions').select('sessions.id').whereRef('sessions.id', '=', `${table}.session_id`);
        return eb.not(eb.exists(session.where('sessions.state', 'not in', AT_REST)));
      })
      .execute();
}

/** Removes a driver's devices, whatever the state of the sessions. */
export async function forgetDevices(trx: Trx, whose: Exclude<Whose, { before: Date }>): Promise<void> {
  for (const table of TABLES)
    await trx
      .deleteFrom(table)
      .where('session_id', 'in', eb => {
        const sessions = eb.selectFrom('sessions').select('sessions.id');
        if ('transaction' in whose) return sessions.where('sessions.number', '=', whose.transaction);
        return sessions
          .innerJoin('orders', 'orders.id', 'sessions.order_id')
          .where('orders.email', '=', whose.email.trim().toLowerCase());
      })
      .execute();
}
