import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { type Outcome, redisplayForm, type Submission } from './submission.ts';

/** Sets, changes or removes the goal at which charging should end. Errors are shown on the page with the typed values. */
export async function submitGoal({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  const { kind = '', energy = '', amount = '', time = '', remove } = values;
  try {
    await dependencies.backend.setGoal({ sessionId, goal: remove === undefined ? { kind, energy, amount, time } : null });
  } catch (error) {
    // The session page shows why the goal cannot be set any more.
    const isNotNow = error instanceof Problem && error.code === 'not-now';
    if (!isNotNow) return redisplayForm(error, { again: visitor.path, values });
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}
