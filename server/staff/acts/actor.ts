import type { Person } from '../../../shared/console/signedIn.ts';

/** Who asks, and with which request. */
export interface Actor {
  who: Person;
  requestId: string;
}
