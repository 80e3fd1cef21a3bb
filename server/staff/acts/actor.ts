import type { Person } from '../../../shared/console/signedIn.ts';
import type { AuditFacts } from '../../store/tables/otherTables.ts';

/** The person who performs an action, and the id of the HTTP request or command run. */
export interface Actor {
  who: Person;
  requestId: string;
}

/** Returns what the audit log records about the token with which a person acted, and about the only brand that the person sees. */
export const factsOf = (who: Person): AuditFacts => ({
  ...(who.by === 'token' ? { token: who.token } : {}),
  ...(who.brand === undefined ? {} : { brand: who.brand }),
});
