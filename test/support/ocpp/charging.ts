import { count, percentOf, shownWh } from './meter.ts';
import { type Grant, nowMs, type Plug, type Station, type StopReason } from './station.ts';
import { sendStatus } from './statuses.ts';
import { NEVER, timestamp, wait } from './time.ts';

/** Interval at which the charging is checked if the station sends no meter values. */
const IDLE_MS = 60_000;

const after = async (station: Station, ms: number | null, work: () => void, signal = NEVER): Promise<void> => {
  if (ms !== null && (await wait(station, ms, signal))) work();
};

function changed(station: Station, plug: Plug, change: { trigger: string; reason?: StopReason }): void {
  station.dialect.changed(station, plug, change);
  sendStatus(station, plug);
}

/** Returns the reason code of OCPP 2.x that prevents a start; null if the start is possible. */
export function obstacleTo(station: Station, plug: Plug, tag: string): string | null {
  if (station.link.registration !== 'Accepted') return 'CSNotAccepted';
  if (plug.isFaulted || !plug.isOperative || !station.isOperative) return 'InternalError';
  if (plug.flow !== null) return 'TxInProgress';
  return plug.grant !== null && plug.grant.tag !== tag ? 'TxStarted' : null;
}

/** Authorizes charging at a plug after a remote start or a card. If the settings require it, sends an Authorize request first. */
export function grant(station: Station, plug: Plug, given: Grant): void {
  if (plug.grant !== null) return;
  const { authorizesRemoteStarts } = station.dialect.knobs(station);
  const needsAuthorization = given.by === 'local' || authorizesRemoteStarts;
  if (!needsAuthorization || !station.link.isOpen()) granted(station, plug, given);
  else
    station.link.send({
      action: 'Authorize',
      payload: () => station.dialect.authorize(given),
      isStored: false,
      onAnswer: answer => {
        const verdict = station.dialect.verdict(answer);
        if (verdict === 'Accepted') granted(station, plug, given);
        else station.note(`${given.tag} may not charge: ${verdict}`);
      },
    });
}

function granted(station: Station, plug: Plug, given: Grant): void {
  if (station.at(plug).start.leadsTo === 'is forgotten') return;
  plug.grant = given;
  changed(station, plug, { trigger: given.by === 'remote' ? 'RemoteStart' : 'Authorized' });
  if (plug.isCabled) begin(station, plug);
  else awaitCable(station, plug);
}

function awaitCable(station: Station, plug: Plug): void {
  const { driver } = station.at(plug);
  plug.waiting = new AbortController();
  void after(station, driver.plugsInAfterMs, () => plugIn(station, plug), plug.waiting.signal);
  void after(station, station.dialect.knobs(station).connectTimeoutMs, () => giveUp(station, plug), plug.waiting.signal);
}

/** Withdraws the authorization of a plug because no cable was connected within the connection timeout. */
function giveUp(station: Station, plug: Plug): void {
  if (plug.isCabled || plug.grant === null) return;
  plug.givenUp = station.at(plug).start.beginsAfterTimeout ? plug.grant : null;
  plug.grant = null;
  changed(station, plug, { trigger: 'EVConnectTimeout', reason: 'Timeout' });
}

export function plugIn(station: Station, plug: Plug): void {
  if (plug.isCabled) return;
  count(station, plug);
  plug.waiting.abort();
  Object.assign(plug, { isCabled: true, isFinishing: false, grant: plug.grant ?? plug.givenUp, givenUp: null });
  plug.meter.chargedWh = 0;
  changed(station, plug, { trigger: 'CablePluggedIn' });
  begin(station, plug);
}

function begin(station: Station, plug: Plug): void {
  if (plug.grant === null || !plug.isCabled || plug.flow !== null || plug.isFaulted) return;
  count(station, plug);
  const wh = shownWh(plug);
  const over = new AbortController();
  plug.flow = { beganAt: timestamp(station), beganMs: nowMs(station), beganWh: wh, reportedWh: wh, state: 'Charging', over };
  const { start, driver, vehicle } = station.at(plug);
  const isRefused = start.leadsTo === 'ends at once';
  if (isRefused) plug.flow.state = 'SuspendedEVSE';
  changed(station, plug, { trigger: 'ChargingStateChanged' });
  if (isRefused) end(station, plug, { trigger: 'Deauthorized', reason: 'DeAuthorized' });
  void sample(station, plug, over.signal);
  void after(station, vehicle.pausesAfterMs, () => pause(station, plug), over.signal);
  void after(station, vehicle.resumesAfterMs, () => resume(station, plug), over.signal);
  void after(station, driver.unplugsAfterMs, () => unplug(station, plug), over.signal);
}

async function sample(station: Station, plug: Plug, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { sampleIntervalMs } = station.dialect.knobs(station);
    if (!(await wait(station, sampleIntervalMs || IDLE_MS, signal))) return;
    count(station, plug);
    if (percentOf(station, plug) >= 100) pause(station, plug, 'SuspendedEV');
    if (sampleIntervalMs > 0 && !station.isDark) station.dialect.sampled(station, plug, 'Sample.Periodic');
  }
}

export function pause(
  station: Station,
  plug: Plug,
  by = station.at(plug).vehicle.pausedBy,
  trigger = 'ChargingStateChanged',
): void {
  if (plug.flow?.state !== 'Charging') return;
  count(station, plug);
  plug.flow.state = by;
  changed(station, plug, { trigger });
}

export function resume(station: Station, plug: Plug): void {
  if (plug.flow === null || plug.flow.state === 'Charging') return;
  count(station, plug);
  plug.flow.state = 'Charging';
  changed(station, plug, { trigger: 'ChargingStateChanged' });
}

/** Ends the energy flow and the authorization of a plug. */
export function end(station: Station, plug: Plug, why: { trigger: string; reason: StopReason }): void {
  if (plug.flow === null && plug.grant === null) return;
  count(station, plug);
  const hadFlow = plug.flow !== null;
  plug.flow?.over.abort();
  plug.waiting.abort();
  Object.assign(plug, { flow: null, grant: null, isFinishing: plug.isCabled && hadFlow });
  plug.meter.powerW = 0;
  changed(station, plug, why);
  applyAvailability(station, plug);
  void after(station, station.at(plug).driver.leavesAfterMs, () => unplug(station, plug));
}

export function unplug(station: Station, plug: Plug): void {
  if (!plug.isCabled) return;
  count(station, plug);
  const why = { trigger: 'EVCommunicationLost', reason: 'EVDisconnected' } as const;
  plug.isCabled = false;
  if (plug.flow !== null && station.dialect.knobs(station).stopsWhenUnplugged) end(station, plug, why);
  else {
    if (plug.flow !== null) plug.flow.state = 'SuspendedEV';
    changed(station, plug, why);
  }
  plug.isFinishing = false;
  sendStatus(station, plug);
}

/** Applies a scheduled change of availability, unless a vehicle is charging at the plug. */
function applyAvailability(station: Station, plug: Plug): void {
  if (plug.nextOperative === null || plug.flow !== null) return;
  Object.assign(plug, { isOperative: plug.nextOperative, nextOperative: null });
  sendStatus(station, plug);
}

/**
 * Changes the availability of plugs.
 * @returns 'Scheduled' if a plug is charging, so that its change follows afterwards
 */
export function setAvailability(station: Station, plugs: readonly Plug[], isOperative: boolean): 'Accepted' | 'Scheduled' {
  for (const plug of plugs) plug.nextOperative = isOperative;
  for (const plug of plugs) applyAvailability(station, plug);
  return plugs.some(({ nextOperative }) => nextOperative !== null) ? 'Scheduled' : 'Accepted';
}

/** Returns the response to a remote stop. `after`: what the station does after the response. */
export function answerStop(station: Station, plug: Plug): { answer: 'Accepted' | 'Rejected' | 'none'; after?: () => void } {
  const { stop } = station.at(plug);
  if (plug.lostStops < stop.lostTimes) {
    plug.lostStops++;
    return { answer: 'none', ...(stop.lostBy === 'closed socket' && { after: () => void station.link.drop('cut') }) };
  }
  if (stop.answer !== 'Accepted' || stop.isIgnored) return { answer: stop.answer };
  const carriedOut = () => end(station, plug, { trigger: 'RemoteStop', reason: 'Remote' });
  return { answer: 'Accepted', after: () => void after(station, stop.durationMs, carriedOut) };
}

/** Returns the response to a remote start. `after`: what the station does after the response. */
export function answerStart(
  station: Station,
  plug: Plug,
  given: Grant,
): { answer: 'Accepted' | 'Rejected' | 'none'; after?: () => void } {
  const { start } = station.at(plug);
  if (start.answer !== 'Accepted') return { answer: start.answer };
  return { answer: 'Accepted', after: () => grant(station, plug, given) };
}
