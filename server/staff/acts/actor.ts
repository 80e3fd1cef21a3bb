import type { Person } from '../../../shared/console/signedIn.ts';

/** The person who performs an action, and the id of the HTTP request or command run. */
export interface Actor {
  who: Person;
  requestId: string;
}
