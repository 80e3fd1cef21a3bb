import type { Cable, PlugState } from '../../../../shared/charging/session.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/model/time.ts';
import type { PlugStatus } from '../../../core/ports/stationPort.ts';
import { later } from '../../../core/records/instants.ts';
import type { PointRecord } from '../../../core/records/records.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { plugTopic } from '../../../store/engine/changeFeed.ts';
import type { Db } from '../../../store/engine/database.ts';
import { withEvents } from '../../../store/jobs/webhookEvents.ts';
import { findCable, findLastAtPlug, type LeftPlug, setPlugState } from '../../../store/shop/catalogue.ts';
import { PLUG_EVENT_TYPES } from '../../../store/shop/plugEvents.ts';
import { findSessionAtPlug, type SessionRecord } from '../../../store/shop/sessions.ts';
import { addressAt } from '../../catalogue/stationAddress.ts';

/**
 * What a connector state reveals. 'somebody' means that a vehicle is connected, 'the same' that the vehicle of the last session
 * is still connected, and 'nothing' that neither is known.
 */
const SAYS: Readonly<Record<PlugState, 'somebody' | 'the same' | 'nothing'>> = {
  preparing: 'somebody',
  charging: 'somebody',
  suspended: 'somebody',
  finishing: 'the same',
  available: 'nothing',
  occupied: 'nothing',
  unavailable: 'nothing',
  unknown: 'nothing',
};

/** Stores the connector state that a station reports, and the session that last used the connector. */
export async function notePlug(context: OperatorContext, { evseId, connector, state, fault = null }: PlugStatus): Promise<void> {
  const { clock, outages, sessionNotifier, store } = context;
  const plug = { evseId, connector };
  await outages.watch('plug states', async () => {
    const busy = SAYS[state] === 'nothing' ? null : await findSessionAtPlug(store.db, plug);
    const sessionId = busy?.id ?? (SAYS[state] === 'somebody' ? null : undefined);
    const status = { ...plug, state, fault, sessionId, now: clock.now() };
    await withEvents(store, PLUG_EVENT_TYPES, db => setPlugState(db, status));
  });
  store.changeFeed.publish(plugTopic(evseId));
  if (SAYS[state] === 'somebody') return;
  const last = await findLastAtPlug(store.db, plug);
  if (last !== null) sessionNotifier.notify(last);
}

/**
 * Loads the state of the connector after a session has ended at the station; null if another vehicle has used the connector
 * since.
 */
export async function findLeftPlug(
  db: Db,
  { id: sessionId, evseId, connector, endedAt }: SessionRecord,
): Promise<LeftPlug | null> {
  return endedAt === null ? null : findCable(db, { evseId, connector, sessionId });
}

/** Returns whether the page must still expect changes of the connector. A driver who returns later loads the page again. */
export function isAwaited(known: LeftPlug | null, { endedAt }: SessionRecord, now: Date): boolean {
  if (known === null || endedAt === null || known.state === 'available') return false;
  // Unless the state is `finishing`, the page waits only a minute: the bill may exist before the station reports `finishing`.
  return now < later(endedAt, known.state === 'finishing' ? HOUR_MS : MINUTE_MS);
}

/**
 * Returns the state of the cable after a session has ended at the station.
 * @returns null if the state of the connector is unknown, or if another vehicle has used the connector since
 */
export function cableOf(
  { stations }: Pick<OperatorContext, 'stations'>,
  { row, point, known }: { row: SessionRecord; point: PointRecord; known: LeftPlug | null },
): Cable | null {
  const { connector } = row;
  if (known?.state !== 'finishing' && known?.state !== 'available') return null;
  const isLocked = known.state === 'finishing';
  const hasCable = point.connectors.find(({ id }) => id === connector)?.hasCable ?? false;
  // A cable that is fixed to the station is locked only by the vehicle, so the station cannot unlock it.
  const canUnlock = isLocked && !hasCable && stations.capabilities(addressAt(row, point)).canUnlock;
  return { isLocked, unlock: known.unlock, canUnlock: canUnlock && known.unlock !== 'asked' };
}
