import { DatabaseUnavailable } from '../store/engine/unavailable.ts';

/**
 * What stands in for the price of a session that cannot be priced any more, as when its tariff cannot be read: it is to keep no
 * other from being shown or booked. @throws DatabaseUnavailable, when none can be priced now
 */
export const ifUnpriced =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (error instanceof DatabaseUnavailable) throw error;
    return instead();
  };
