import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { type Outcome, redisplayForm, type Submission } from './submission.ts';

/** Sets, changes or takes away where charging should end; what is wrong is told with everything typed. */
export async function submitGoal({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  const { kind = '', energy = '', amount = '', time = '', remove } = values;
  try {
    await dependencies.backend.setGoal({ sessionId, goal: remove === undefined ? { kind, energy, amount, time } : null });
  } catch (error) {
    // The session's own page says what has become of it.
    const isNotNow = error instanceof Problem && error.code === 'not-now';
    if (!isNotNow) return redisplayForm(error, { again: visitor.path, values });
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}
