import type { Charging } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Session } from '../../../shared/charging/session.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface WithdrawalData {
  session: Session;
}

/**
 * Loads the page. If the session belongs to another brand, redirects to the page of that brand.
 * @throws Problem 'not-offered' if the brand offers no withdrawal
 */
export async function load(charging: Charging, { locale, params }: PageRequest): Promise<Loaded<WithdrawalData>> {
  const { clientId = '', sessionId = '' } = params;
  const [client, session] = await Promise.all([charging.getClient({ clientId }), charging.getSession({ sessionId })]);
  if (!client.withdrawal) throw new Problem('not-offered');
  const owner = session.place.clientId;
  if (owner !== clientId) return { redirect: pathTo('withdrawal', { locale, clientId: owner, sessionId }) };
  const data: WithdrawalData = { session };
  return { data };
}
