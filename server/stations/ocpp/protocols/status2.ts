import type { PlugState } from '../../../../shared/charging/session.ts';
import type { PlugNumbers } from '../chargePoints/plugs.ts';
import { instantIn, integerIn, listIn, type Message, messageIn, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { StoredTransaction } from '../transactions/storedTransaction.ts';
import type { DialectDependencies } from './dialect.ts';
import { faultText } from './faults.ts';

/** States of the connector only. What the vehicle does is in the messages about its transaction. */
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
  reported: { plug: PlugNumbers; status: string; at: Date | null },
) {
  const { plug, status } = reported;
  clocks.bound(stationId, reported.at, now());
  const corrected = reported.at === null ? now().getTime() : reported.at.getTime() + clocks.offsetMs(stationId);
  const at = new Date(Math.min(corrected, now().getTime()));
  const state = STATES[status] ?? 'unknown';
  // A state that was derived from a transaction, such as 'charging', is more exact than 'Occupied', so it is kept.
  const known = plugs.stateOf(stationId, plug);
  const isKnownBetter = state === 'preparing' && known !== null && ['charging', 'suspended', 'finishing'].includes(known);
  if (!isKnownBetter) await plugs.note(stationId, plug, { state, at });
}

export async function statusNotification(
  context: StatusDependencies,
  { stationId }: StationSocket,
  message: Message,
): Promise<object> {
  const plug = { evse: integerIn(message.evseId) ?? 0, connector: integerIn(message.connectorId) ?? 0 };
  await note(context, stationId, { plug, status: textIn(message.connectorStatus) ?? '', at: instantIn(message.timestamp) });
  return {};
}

/**
 * Handles events of components (OCPP 2.x, N07): the state of a connector, which a station with OCPP 2.1 sends as an event, and a
 * problem of a component, which is the fault of the plugs of its EVSE.
 */
export async function notifyEvent(context: StatusDependencies, { stationId }: StationSocket, message: Message): Promise<object> {
  for (const event of listIn(message.eventData)) {
    const component = messageIn(event.component);
    const evse = messageIn(component.evse);
    const [name, variable] = [textIn(component.name) ?? '', textIn(messageIn(event.variable).name)];
    const plug = { evse: integerIn(evse.id) ?? 0, connector: integerIn(evse.connectorId) ?? 0 };
    if (variable === 'Problem') {
      const isOver = event.cleared === true || textIn(event.actualValue)?.toLowerCase() !== 'true';
      await context.plugs.noteFault(stationId, plug, isOver ? null : faultText(name || 'OtherError', event.techCode));
    }
    if (name !== 'Connector' || variable !== 'AvailabilityState') continue;
    await note(context, stationId, { plug, status: textIn(event.actualValue) ?? '', at: instantIn(event.timestamp) });
  }
  return {};
}

/** Derives the state of a plug from its transaction. */
export async function notePlugOf({ plugs, now }: StatusDependencies, transaction: StoredTransaction): Promise<void> {
  const { stationId, evse, connector, state, activity } = transaction;
  if (evse === null) return;
  const waiting: PlugState = activity === 'no vehicle' ? 'available' : 'preparing';
  const states: Readonly<Record<StoredTransaction['state'], PlugState>> = {
    // Energy may flow even if the app has not requested the transaction.
    waiting: activity === 'charging' ? 'charging' : waiting,
    charging: 'charging',
    paused: 'suspended',
    ended: 'finishing',
  };
  const known = plugs.stateOf(stationId, { evse, connector: connector ?? 1 });
  // The end of a transaction may arrive after the cable was unplugged, so it counts only if the plug was charging or suspended.
  if (state === 'ended' && known !== 'charging' && known !== 'suspended') return;
  await plugs.note(stationId, { evse, connector: connector ?? 1 }, { state: states[state], at: now() });
}
