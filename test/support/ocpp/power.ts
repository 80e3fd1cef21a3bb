import { end, resume } from './charging.ts';
import { count } from './meter.ts';
import { applyPending } from './settings.ts';
import type { Plug, Station, StopReason } from './station.ts';
import { sendStatus } from './statuses.ts';
import { NEVER, wait } from './time.ts';

/**
 * Interrupts all charging because of a power failure or a reboot. The switch `power.after` defines whether the transactions end,
 * get lost or continue.
 */
function interrupt(station: Station, reason: StopReason): void {
  const { after } = station.switches.power;
  for (const plug of station.plugs) {
    count(station, plug);
    if (after === 'stop') end(station, plug, { trigger: 'AbnormalCondition', reason });
    else if (after === 'nothing') {
      plug.flow?.over.abort();
      plug.waiting.abort();
      Object.assign(plug, { flow: null, grant: null, transaction: null });
    } else if (plug.flow?.state === 'Charging') plug.flow.state = 'SuspendedEVSE';
  }
}

/** Cuts the power of a station. Its connection ends without a close frame. */
export async function cutPower(station: Station): Promise<void> {
  Object.assign(station, { isOff: true, isDark: true });
  await station.link.drop('cut', { reconnects: false });
  interrupt(station, 'PowerLoss');
}

/** Restores the power of a station. The station then sends a BootNotification first. */
export async function powerUp(station: Station, bootReason = 'PowerUp'): Promise<void> {
  Object.assign(station, { isOff: false, isDark: false, bootReason });
  station.link.registration = 'none';
  applyPending(station);
  for (const plug of station.plugs) count(station, plug);
  await station.link.connect({ boots: true });
  for (const plug of station.plugs) if (plug.flow?.state === 'SuspendedEVSE') resume(station, plug);
}

/** Restarts a station, either by itself or after a Reset call from the app. */
export async function reboot(
  station: Station,
  { reason, bootReason }: { reason: StopReason; bootReason: string },
): Promise<void> {
  interrupt(station, reason);
  await station.link.drop('closed', { reconnects: false });
  station.isOff = true;
  if (await wait(station, station.switches.boot.durationMs, NEVER)) await powerUp(station, bootReason);
}

export async function goOffline(station: Station): Promise<void> {
  station.isOff = true;
  await station.link.drop('cut', { reconnects: false });
}

export async function goOnline(station: Station): Promise<void> {
  station.isOff = false;
  await station.link.connect({ boots: false });
}

export function breakDown(station: Station, plug: Plug, reason: StopReason = 'GroundFault'): void {
  plug.isFaulted = true;
  end(station, plug, { trigger: 'AbnormalCondition', reason });
  sendStatus(station, plug);
}

export function repair(station: Station, plug: Plug): void {
  plug.isFaulted = false;
  sendStatus(station, plug);
}

/** Sets the register of the meter, as if the meter had been replaced or reset. */
export function replaceMeter(station: Station, plug: Plug, registerWh: number): void {
  count(station, plug);
  plug.meter.registerWh = registerWh;
}

/** Reconnects a station with a new password. */
export async function usePassword(station: Station, password: string): Promise<void> {
  station.facts.password = password;
  await station.link.drop('closed', { reconnects: false });
  await station.link.connect({ boots: false });
}
