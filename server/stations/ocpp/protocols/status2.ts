import type { PlugState } from '../../../../shared/charging/session.ts';
import type { PlugNumbers } from '../chargePoints/plugs.ts';
import { instantIn, integerIn, listIn, type Message, messageIn, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { StoredTransaction } from '../transactions/storedTransaction.ts';
import type { DialectDependencies } from './dialect.ts';

/** Of a connector alone; what a vehicle does there is told by its transaction. */
const STATES: Readonly<Record<string, PlugState>> = {
  Available: 'available',
  Occupied: 'preparing',
  Reserved: 'occupied',
  Unavailable: 'unavailable',
  Faulted: 'unavailable',
};

type StatusDependencies = Pick<DialectDependencies, 'clocks' | 'plugs' | 'now'>;

async function note(
  { clocks, plugs, now }: StatusDependencies,
  stationId: string,
  told: { plug: PlugNumbers; status: string; at: Date | null },
) {
  const { plug, status } = told;
  clocks.bound(stationId, told.at, now());
  const corrected = told.at === null ? now().getTime() : told.at.getTime() + clocks.offsetMs(stationId);
  const at = new Date(Math.min(corrected, now().getTime()));
  const state = STATES[status] ?? 'unknown';
  // What a transaction has told of an occupied connector says more than that it is occupied.
  const known = plugs.stateOf(stationId, plug);
  const isKnownBetter = state === 'preparing' && known !== null && ['charging', 'suspended', 'finishing'].includes(known);
  if (!isKnownBetter) await plugs.note(stationId, plug, { state, at });
}

export async function statusNotification(
  desk: StatusDependencies,
  { stationId }: StationSocket,
  message: Message,
): Promise<object> {
  const plug = { evse: integerIn(message.evseId) ?? 0, connector: integerIn(message.connectorId) ?? 0 };
  await note(desk, stationId, { plug, status: textIn(message.connectorStatus) ?? '', at: instantIn(message.timestamp) });
  return {};
}

/** Stations of 2.1 may tell it as an event of a component instead. */
export async function notifyEvent(desk: StatusDependencies, { stationId }: StationSocket, message: Message): Promise<object> {
  for (const event of listIn(message.eventData)) {
    const component = messageIn(event.component);
    const evse = messageIn(component.evse);
    const isState = textIn(component.name) === 'Connector' && textIn(messageIn(event.variable).name) === 'AvailabilityState';
    if (!isState) continue;
    const plug = { evse: integerIn(evse.id) ?? 0, connector: integerIn(evse.connectorId) ?? 0 };
    await note(desk, stationId, { plug, status: textIn(event.actualValue) ?? '', at: instantIn(event.timestamp) });
  }
  return {};
}

/** What a transaction says of its plug. */
export async function notePlugOf({ plugs, now }: StatusDependencies, transaction: StoredTransaction): Promise<void> {
  const { stationId, evse, connector, state, activity } = transaction;
  if (evse === null) return;
  const waiting: PlugState = activity === 'no vehicle' ? 'available' : 'preparing';
  const states: Readonly<Record<StoredTransaction['state'], PlugState>> = {
    // Without an owner energy may flow all the same.
    waiting: activity === 'charging' ? 'charging' : waiting,
    charging: 'charging',
    paused: 'suspended',
    ended: 'finishing',
  };
  const known = plugs.stateOf(stationId, { evse, connector: connector ?? 1 });
  // The cable may be out already when the end is told.
  if (state === 'ended' && known !== 'charging' && known !== 'suspended') return;
  await plugs.note(stationId, { evse, connector: connector ?? 1 }, { state: states[state], at: now() });
}
