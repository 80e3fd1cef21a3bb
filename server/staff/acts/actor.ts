import type { Person } from '../../../shared/console/signedIn.ts';

/** The person who performs an act, and the id of the request. */
export interface Actor {
  who: Person;
  requestId: string;
}
