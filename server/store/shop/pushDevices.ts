import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { PUSH_DEVICE, type PushDeviceRecord, type PushEvent } from '../tables/otherTables.ts';
import { AT_REST, type Whose } from './contacts.ts';

export type { PushDeviceRecord, PushEvent } from '../tables/otherTables.ts';

const codec = codecOf(PUSH_DEVICE);

/** Lists the devices that receive notifications about a session, oldest first. */
export async function listDevices(db: Db, sessionId: string): Promise<readonly PushDeviceRecord[]> {
  const devices = db.selectFrom('push_devices').selectAll().where('session_id', '=', sessionId);
  return (await devices.orderBy('created_at').orderBy('id').execute()).map(codec.decode);
}

export async function findDevice(db: Db, id: string): Promise<PushDeviceRecord | null> {
  const device = await db.selectFrom('push_devices').selectAll().where('id', '=', id).executeTakeFirst();
  return device ? codec.decode(device) : null;
}

/** Adds a device. If it is already stored, only its encrypted address is updated, and its list of sent notifications stays. */
export async function putDevice(trx: Trx, device: PushDeviceRecord): Promise<void> {
  const { sealed } = device;
  await trx
    .insertInto('push_devices')
    .values(codec.encode(device))
    .onConflict(conflict => conflict.column('id').doUpdateSet({ sealed }))
    .execute();
}

export async function setNotifiedEvents(trx: Trx, { id }: { id: string }, sentEvents: readonly PushEvent[]): Promise<void> {
  await trx.updateTable('push_devices').set(codec.encodePart({ sentEvents })).where('id', '=', id).execute();
}

export async function removeDevice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_devices').where('id', '=', id).execute();
}

/**
 * Deletes devices that were added before a time and whose session has ended. Newer devices stay, because they may still receive
 * the notification about the receipt.
 */
export async function forgetPushes(trx: Trx, before: Date): Promise<void> {
  await trx
    .deleteFrom('push_devices')
    .where('created_at', '<', before.getTime())
    .where(eb => {
      const session = eb.selectFrom('sessions').select('sessions.id').whereRef('sessions.id', '=', 'push_devices.session_id');
      return eb.not(eb.exists(session.where('sessions.state', 'not in', AT_REST)));
    })
    .execute();
}

/** Deletes the devices of a driver, even if a session has not ended. */
export async function forgetDevices(trx: Trx, whose: Exclude<Whose, { before: Date }>): Promise<void> {
  await trx
    .deleteFrom('push_devices')
    .where('session_id', 'in', eb => {
      const sessions = eb.selectFrom('sessions').select('sessions.id');
      if ('transaction' in whose) return sessions.where('sessions.number', '=', whose.transaction);
      return sessions
        .innerJoin('orders', 'orders.id', 'sessions.order_id')
        .where('orders.email', '=', whose.email.trim().toLowerCase());
    })
    .execute();
}
