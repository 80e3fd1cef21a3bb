import type { OperatedPoint } from '../../../shared/console/point.ts';
import type { SessionLine, Standing } from '../../../shared/console/sessions.ts';
import type { PointLine } from '../../../shared/console/stations.ts';

export type UnlockablePlug = PointLine['plugs'][number] & { session: SessionLine };

const RUNNING: readonly Standing[] = ['ordered', 'starting', 'charging', 'paused', 'stopping'];

/** Returns the plugs that can be unlocked, each with its last session, which is over. The station unlocks a plug by its session. */
export const unlockablePlugs = ({ point, sessions }: Pick<OperatedPoint, 'point' | 'sessions'>): readonly UnlockablePlug[] =>
  point.plugs.flatMap(plug => {
    const session = sessions.find(({ place }) => place?.plug === plug.number);
    return session && !RUNNING.includes(session.standing) ? [{ ...plug, session }] : [];
  });
