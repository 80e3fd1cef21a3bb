import type { Session } from '../../../../shared/charging/session.ts';
import { cancelled, cancelling, completed, stopping, unpriced } from '../Session.fixture.tsx';
import { laterStringsOf } from './laterFolds.ts';

const WITH_GOAL = completed({ goal: { kind: 'energy', energyWh: 20_000 } });

/** The states in which a page can be loaded, and the states that can follow on the same page. */
const FOLLOWING: readonly (readonly [from: Session, to: Session])[] = [
  [cancelling(), cancelled()],
  [stopping(), completed()],
  [stopping(), WITH_GOAL],
  [stopping(), unpriced()],
  [unpriced(), completed()],
  [unpriced(), WITH_GOAL],
];

test.each(
  FOLLOWING.map(([from, to]) => ({ from: from.kind, to: to.kind, hasGoal: to === WITH_GOAL, states: [from, to] as const })),
)(
  'a page that is loaded while the session is $from has all texts once the session is $to (goal: $hasGoal)',
  ({ states: [from, to] }) => {
    const missing = laterStringsOf(from).filter(area => !laterStringsOf(to).includes(area));
    expect(missing).toEqual([]);
  },
);
