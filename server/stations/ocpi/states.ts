import type { ConnectionHealth } from './connections/health.ts';
import type { Peers } from './connections/peers.ts';
import type { Starts } from './sessions/starts.ts';

/** The state of a connection, for staff. */
export interface ConnectionState extends Pick<ConnectionHealth, 'modules'> {
  failingS: number;
  /** True: drivers can start sessions at the connection's points now. */
  isReachable: boolean;
  openStarts: number;
  awaitedCdrs: number;
}

interface StatesParts {
  peers: Peers;
  starts: Starts;
  now(): Date;
}

/** Returns the state of each active connection, by its id. */
export async function statesOf({ peers, starts, now }: StatesParts): Promise<Readonly<Record<string, ConnectionState>>> {
  await peers.refresh();
  const states = peers.states().map(async ({ id, failingSince, modules }) => {
    const failingS = failingSince === null ? 0 : Math.round((now().getTime() - Date.parse(failingSince)) / 1000);
    return [id, { failingS, isReachable: peers.isReachable(id), ...(await starts.count(id)), modules }] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}
