import type { TransactionUpdate } from '../messages/updates.ts';
import type { StoredTransaction } from './storedTransaction.ts';

export interface MeterKeys {
  /** Returns the public key of the meter at a plug, for signed values without a key. Null: unknown. */
  meterKeyOf(stationId: string, plug: number): Promise<string | null>;
}

/** Adds the meter's public key to signed values without a key. */
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
