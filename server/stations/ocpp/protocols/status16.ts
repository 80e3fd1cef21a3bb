import type { PlugState } from '../../../../shared/charging/session.ts';
import type { PlugNumbers, Plugs } from '../chargePoints/plugs.ts';
import type { Activity } from '../messages/updates.ts';
import { instantIn, integerIn, type Message, textIn } from '../messages/values.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { NOTHING } from '../transactions/follow.ts';
import { faultText } from './faults.ts';
import type { Dialect16Dependencies } from './transactions16.ts';

/** Statuses of OCPP 1.6 §7.7. Any other status becomes 'unknown'. */
const STATES: Readonly<Record<string, PlugState>> = {
  Available: 'available',
  Preparing: 'preparing',
  Charging: 'charging',
  SuspendedEV: 'suspended',
  SuspendedEVSE: 'suspended',
  Finishing: 'finishing',
  Reserved: 'occupied',
  Unavailable: 'unavailable',
  Faulted: 'unavailable',
};

const ACTIVITIES: Readonly<Record<string, Activity>> = {
  Preparing: 'connected',
  Charging: 'charging',
  SuspendedEV: 'paused by the vehicle',
  SuspendedEVSE: 'paused by the station',
};

/**
 * Handles the status of a connector. Connector 0 is the station itself. Messages may arrive out of order, so a message's own
 * time decides whether its status is current.
 */
export async function statusNotification(
  context: Dialect16Dependencies,
  { stationId }: StationSocket,
  message: Message,
): Promise<object> {
  const { started, clocks, transactions, plugs, now } = context;
  const connectorId = integerIn(message.connectorId) ?? 0;
  const status = textIn(message.status) ?? '';
  const statedAt = instantIn(message.timestamp);
  clocks.bound(stationId, statedAt, now());
  const corrected = statedAt === null ? now().getTime() : statedAt.getTime() + clocks.offsetMs(stationId);
  const at = new Date(Math.min(corrected, now().getTime()));
  const open = await started.openAt(stationId, connectorId);
  const known = open ? await transactions.load(stationId, open.transactionId) : null;
  const isSince = known?.startedAt == null || at.getTime() >= Date.parse(known.startedAt);
  const activity = ACTIVITIES[status] ?? null;
  // A free connector has no transaction any more. After charging, 'Preparing' means that the connector waits for a new start, so
  // the transaction is over too.
  const isOver = known?.startedAt != null && (status === 'Available' || (status === 'Preparing' && known.hasCharged));
  if (open && isSince && (activity !== null || isOver)) {
    const stop = isOver ? ('gone' as const) : null;
    await transactions.apply(stationId, { ...NOTHING, transactionId: open.transactionId, at: statedAt, activity, stop });
  }
  if (status === 'Available' && open?.isStranger && isSince) await started.freed(stationId, connectorId);
  const fault = faultIn(message);
  await plugs.note(stationId, await numbersOf(plugs, stationId, connectorId), { state: STATES[status] ?? 'unknown', at, fault });
  return {};
}

/** Returns the error code and the vendor's code. Null: there is no error. */
function faultIn({ errorCode, vendorErrorCode }: Message): string | null {
  const code = textIn(errorCode) ?? 'NoError';
  return code === 'NoError' ? null : faultText(code, vendorErrorCode);
}

/** Converts a connector number of OCPP 1.6 to the numbers of 2.x. */
export async function numbersOf(plugs: Plugs, stationId: string, connectorId: number): Promise<PlugNumbers> {
  if (connectorId === 0) return { evse: 0, connector: 0 };
  const sold = await plugs.byConnector16(stationId, connectorId);
  return sold?.chargePoint ?? { evse: connectorId, connector: 1 };
}
