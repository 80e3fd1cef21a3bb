import { connectorId16 } from '../chargePoints/plugs.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import type { StoredStart } from './storedTransaction.ts';

/** True if the station reports another plug than the one that was paid for. Missing numbers count as right. */
export function isWrongPlug({ address: { chargePoint } }: StoredStart, { evse, connector }: TransactionUpdate): boolean {
  if (chargePoint === null) return false;
  const isOther = connector !== null && connector > 0;
  if (evse === null) return isOther && connector !== connectorId16(chargePoint);
  return evse > 0 && (evse !== chargePoint.evse || (isOther && connector !== chargePoint.connector));
}
