import type { PlugState } from '../../../shared/charging/session.ts';
import type { Db } from '../engine/database.ts';
import { emit } from '../jobs/webhookEvents.ts';

/** The event of each state of a plug. Null: an unknown state has none. */
const EVENTS = {
  available: 'point.available',
  preparing: 'point.occupied',
  charging: 'point.occupied',
  suspended: 'point.occupied',
  finishing: 'point.occupied',
  occupied: 'point.occupied',
  unavailable: 'point.out_of_order',
  unknown: null,
} as const satisfies Readonly<Record<PlugState, `point.${string}` | null>>;

export const PLUG_EVENT_TYPES = ['point.available', 'point.occupied', 'point.out_of_order'] as const;

interface PlugOf {
  evseId: string;
  connector: string;
}

/** Returns the last reported state of a plug. Null: no state was reported. */
export async function plugStateAt(db: Db, { evseId, connector }: PlugOf): Promise<PlugState | null> {
  const query = db.selectFrom('plugs').select('state').where('evse_id', '=', evseId).where('connector', '=', connector);
  return (await query.executeTakeFirst())?.state ?? null;
}

/**
 * Writes the event of a plug's new state. From one state in use to another, there is no event.
 * @param before the last reported state. Null: unknown
 */
export async function emitPlug(
  trx: Db,
  before: PlugState | null,
  { evseId, connector, state, fault = null }: PlugOf & { state: PlugState; fault?: string | null },
): Promise<void> {
  const type = EVENTS[state];
  if (type === null || (before !== null && EVENTS[before] === type)) return;
  await emit(trx, type, () => ({
    ...{ subject: `plug ${evseId} ${connector}`, clientId: null },
    data: { evseId, connector, state, fault },
  }));
}
