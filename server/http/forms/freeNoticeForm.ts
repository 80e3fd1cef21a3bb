import { pathTo, pathToPlug } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { parseRequest } from '../request/input.ts';
import { type Outcome, redisplayForm, type Submission } from './submission.ts';

/** Requests an e-mail when a plug becomes free. The address is in the body only, never in an address. */
export async function submitFreeNotice({ dependencies, visitor, params, values, address }: Submission): Promise<Outcome> {
  const { clientId = '', evseId = '' } = params;
  const { plug = '', email = '' } = values;
  const { locale } = visitor;
  try {
    const request = parseRequest('requestFreeNotice', { clientId, evseId, connector: plug, locale, email, device: null });
    const { until } = await dependencies.requestNotice(request, address);
    return { redirect: `${pathTo('freeNotice', { locale, clientId, evseId })}?${new URLSearchParams({ plug, until })}` };
  } catch (error) {
    const isFreeNow = error instanceof Problem && error.code === 'not-now';
    if (isFreeNow) return { redirect: pathToPlug({ locale, clientId, evseId, plug }) };
    return redisplayForm(error, { again: visitor.path, query: { plug }, values: { email } });
  }
}
