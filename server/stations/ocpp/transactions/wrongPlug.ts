import { connectorId16 } from '../chargePoints/plugs.ts';
import type { TransactionNews } from '../messages/updates.ts';
import type { KeptStart } from './storedTransaction.ts';

/** Whether its station tells another plug than the one that was paid for; what it does not tell is right. */
export function isElsewhere({ address: { chargePoint } }: KeptStart, { evse, connector }: TransactionNews): boolean {
  if (chargePoint === null) return false;
  const isOther = connector !== null && connector > 0;
  if (evse === null) return isOther && connector !== connectorId16(chargePoint);
  return evse > 0 && (evse !== chargePoint.evse || (isOther && connector !== chargePoint.connector));
}
