import type { Person } from '../../../shared/operating.ts';

/** Who asks, and with which request. */
export interface Asker {
  who: Person;
  requestId: string;
}
