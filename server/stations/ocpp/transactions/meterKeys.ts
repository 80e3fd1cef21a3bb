import type { TransactionUpdate } from '../messages/updates.ts';
import type { StoredTransaction } from './storedTransaction.ts';

export interface MeterKeys {
  /** Returns the public key of the meter at a plug. Null: unknown. */
  meterKeyOf(stationId: string, plug: number): Promise<string | null>;
}

/** Adds the meter's public key to signed values that contain none. */
export async function withMeterKeys(
  { meterKeyOf }: MeterKeys,
  { stationId, evse, connector }: StoredTransaction,
  changes: TransactionUpdate,
): Promise<TransactionUpdate> {
  const plug = evse ?? connector ?? changes.evse ?? changes.connector;
  if (plug === null || changes.signedValues.every(({ publicKey }) => publicKey !== null)) return changes;
  const known = await meterKeyOf(stationId, plug);
  return { ...changes, signedValues: changes.signedValues.map(each => ({ ...each, publicKey: each.publicKey ?? known })) };
}
