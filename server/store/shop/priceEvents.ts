import { iso } from '../../../shared/model/time.ts';
import type { Trx } from '../engine/database.ts';
import { emit } from '../jobs/webhookEvents.ts';
import type { TariffChange } from './tariffChanges.ts';

/** Writes the event that staff have changed the prices of a tariff, or have withdrawn an announced change. */
export const emitPrice = (
  trx: Trx,
  tariff: string,
  { version, from, until, isWithdrawn }: Pick<TariffChange, 'version' | 'from' | 'until'> & { isWithdrawn: boolean },
): Promise<void> =>
  emit(trx, 'price.changed', () => ({
    ...{ subject: `tariff ${tariff}`, clientId: null },
    data: { tariff, version, from: iso(new Date(from)), until: until === null ? null : iso(new Date(until)), isWithdrawn },
  }));
