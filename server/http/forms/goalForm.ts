import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { type Outcome, redisplayForm, type Submission } from './submission.ts';

/**
 * Sets, changes or removes the driver's charging goal, at which charging ends. Errors are shown on the page together with the
 * typed values.
 */
export async function submitGoal({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { clientId = '', sessionId = '' } = params;
  const { kind = '', energy = '', amount = '', time = '', remove } = values;
  try {
    await dependencies.backend.setGoal({ sessionId, goal: remove === undefined ? { kind, energy, amount, time } : null });
  } catch (error) {
    // 'not-now' needs no message here: the session page itself shows why the goal cannot be set any more.
    const isNotNow = error instanceof Problem && error.code === 'not-now';
    if (!isNotNow) return redisplayForm(error, { again: visitor.path, values });
  }
  return { redirect: pathTo('session', { locale: visitor.locale, clientId, sessionId }) };
}
