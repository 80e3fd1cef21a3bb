import type { ChargingLimit } from '../../../../shared/console/chargingLimit.ts';
import type { Plugs } from '../chargePoints/plugs.ts';
import type { Registry, StationRecord } from '../chargePoints/registry.ts';
import { CallFailed, NO_ANSWER } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { LimitCalls } from './limitCalls.ts';

interface LimitDependencies {
  registry: Pick<Registry, 'find' | 'change' | 'changeLimit'>;
  plugs: Pick<Plugs, 'list'>;
  limits: LimitCalls;
  now(): Date;
}

/**
 * Limits the power of a station, or removes the limit (null). The limit is stored before it is sent, because the station may
 * have executed a call without a response. The next setup then sends the limit again.
 * @returns false if the station refuses; the former limit then stays in force
 * @throws CallFailed if the station does not respond, or responds with an error
 */
export async function limitCharging(
  dependencies: LimitDependencies,
  socket: StationSocket,
  limitW: number | null,
): Promise<boolean> {
  const { registry, now } = dependencies;
  const { stationId } = socket;
  const before = (await registry.find(stationId))?.limit ?? null;
  const wanted: ChargingLimit = { limitW, setAt: now().toISOString(), state: 'sent' };
  await registry.changeLimit(stationId, () => wanted);
  const restore = () => registry.changeLimit(stationId, known => (isSame(known, wanted) ? before : known));
  try {
    const isDone = await sendLimit(dependencies, socket, wanted);
    if (!isDone) await restore();
    return isDone;
  } catch (error) {
    if (error instanceof CallFailed && (error.isRefused || !error.isSent)) await restore();
    // If the answer is lost, the next connection sends the limit again.
    else await registry.change(stationId, { isToBeSet: true });
    throw error;
  }
}

/**
 * Sends the stored limit of a station again, after the station has booted. A refusal is stored, so that staff see it.
 * @throws CallFailed if the station does not respond
 */
export async function applyLimit(dependencies: LimitDependencies, socket: StationSocket): Promise<void> {
  const { registry } = dependencies;
  const { limit } = (await registry.find(socket.stationId)) ?? {};
  if (!limit) return;
  const isDone = await sendLimit(dependencies, socket, limit).catch(error => {
    if (error instanceof CallFailed && error.isSent && error.message !== NO_ANSWER) return false;
    throw error;
  });
  if (isDone) return;
  await registry.changeLimit(socket.stationId, known => (known && isSame(known, limit) ? { ...known, state: 'refused' } : known));
}

/** Sends a limit, and stores that the station has confirmed it. A limit that was removed is no longer stored. */
async function sendLimit(
  { registry, plugs, limits, now }: LimitDependencies,
  socket: StationSocket,
  limit: ChargingLimit,
): Promise<boolean> {
  const { stationId } = socket;
  const { limitW } = limit;
  const isDone =
    limitW === null
      ? await limits.clear(socket)
      : await limits.set(socket, { limitW, plugs: await plugs.list(stationId), now: now() });
  const confirmed: ChargingLimit | null = limitW === null ? null : { ...limit, state: 'confirmed' };
  if (isDone) await registry.changeLimit(stationId, known => (isSame(known, limit) ? confirmed : known));
  return isDone;
}

/** Returns whether a stored limit is the one that was sent. Another person may have changed the limit meanwhile. */
const isSame = (known: ChargingLimit | null, sent: ChargingLimit): boolean => known?.setAt === sent.setAt;

/** Lists the settings that a station has refused, each with its consequence in English, for staff. */
export function refusedSettings({ unset, limit }: Pick<StationRecord, 'unset' | 'limit'>): readonly string[] {
  if (limit?.state !== 'refused') return unset;
  const means = limit.limitW === null ? 'it may still charge with less power' : 'it may charge with its full power';
  return [
    ...unset,
    `${limit.limitW === null ? 'ClearChargingProfile' : 'SetChargingProfile'}: the station refuses it (${means})`,
  ];
}
