import type { TransactionUpdate } from '../messages/updates.ts';
import type { StoredTransaction } from './storedTransaction.ts';

export interface MeterKeys {
  /** The public key of the meter at a plug, for signed values that come without one; null: not known. */
  meterKeyOf(stationId: string, plug: number): Promise<string | null>;
}

/** Adds the meter's key to signed values that come without the key that they are checked by. */
export async function withMeterKeys(
  { meterKeyOf }: MeterKeys,
  { stationId, evse, connector }: StoredTransaction,
  news: TransactionUpdate,
): Promise<TransactionUpdate> {
  const plug = evse ?? connector ?? news.evse ?? news.connector;
  if (plug === null || news.signedValues.every(({ publicKey }) => publicKey !== null)) return news;
  const known = await meterKeyOf(stationId, plug);
  return { ...news, signedValues: news.signedValues.map(each => ({ ...each, publicKey: each.publicKey ?? known })) };
}
