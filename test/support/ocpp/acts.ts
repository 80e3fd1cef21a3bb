import { end, grant, pause, plugIn, resume, unplug } from './charging.ts';
import { breakDown, cutPower, goOffline, goOnline, powerUp, reboot, repair, replaceMeter } from './power.ts';
import { nowMs, type Payload, type Plug, type Station } from './station.ts';

/** Something that a driver, the vehicle or the environment does at a station. Without `plug`, it concerns the whole station. */
export type Act =
  | {
      act: 'plug in' | 'unplug' | 'stop' | 'pause' | 'resume' | 'pause by station' | 'emergency stop' | 'break down' | 'repair';
      plug: number;
    }
  | { act: 'hold card'; plug: number; tag: string }
  | { act: 'replace meter'; plug: number; registerWh: number }
  | { act: 'cut power' | 'power up' | 'reboot' | 'go offline' | 'go online' | 'lose socket' | 'say goodbye' | 'go silent' }
  | { act: 'send raw'; text: string; times?: number }
  | { act: 'send'; action: string; payload: Payload; times?: number };

type ActOf<Name extends Act['act']> = Extract<Act, { act: Name }>;
type Acts = { [Name in Act['act']]: (station: Station, request: ActOf<Name>) => unknown };

const plugOf = ({ plugs }: Station, { plug }: { plug: number }): Plug => {
  const found = plugs.find(({ number }) => number === plug);
  if (!found) throw new Error(`There is no plug ${plug}`);
  return found;
};

const ACTS: Acts = {
  'plug in': (station, request) => plugIn(station, plugOf(station, request)),
  unplug: (station, request) => unplug(station, plugOf(station, request)),
  stop: (station, request) => end(station, plugOf(station, request), { trigger: 'StopAuthorized', reason: 'Local' }),
  pause: (station, request) => pause(station, plugOf(station, request), 'SuspendedEV'),
  'pause by station': (station, request) => pause(station, plugOf(station, request), 'SuspendedEVSE'),
  resume: (station, request) => resume(station, plugOf(station, request)),
  'emergency stop': (station, request) => breakDown(station, plugOf(station, request), 'EmergencyStop'),
  'break down': (station, request) => breakDown(station, plugOf(station, request)),
  repair: (station, request) => repair(station, plugOf(station, request)),
  'hold card'(station, request) {
    const plug = plugOf(station, request);
    // The station ignores charging cards while a driver pays with the displayed QR code.
    if (plug.paidUntilMs > nowMs(station)) return;
    grant(station, plug, { tag: request.tag, tagType: 'ISO14443', by: 'local', remoteStartId: null });
  },
  'replace meter': (station, request) => replaceMeter(station, plugOf(station, request), request.registerWh),
  'cut power': station => cutPower(station),
  'power up': station => powerUp(station),
  reboot: station => void reboot(station, { reason: 'Reboot', bootReason: 'LocalReset' }),
  'go offline': station => goOffline(station),
  'go online': station => goOnline(station),
  'lose socket': ({ link }) => link.drop('cut'),
  'say goodbye': ({ link }) => link.drop('closed'),
  'go silent': ({ link }) => link.drop('silent'),
  'send raw'({ link }, { text, times = 1 }) {
    for (let n = 0; n < times; n++) link.sendRaw(text);
  },
  send({ link }, { action, payload, times = 1 }) {
    for (let n = 0; n < times; n++) link.send({ action, payload: () => payload, isStored: false, mayBeFaulty: true });
  },
};

/**
 * Performs an action.
 * @throws Error if the plug or the action does not exist
 */
export async function act(station: Station, request: Act): Promise<void> {
  const perform = ACTS[request.act] as ((station: Station, request: Act) => unknown) | undefined;
  if (!perform) throw new Error(`Nobody can do "${request.act}" at a station`);
  await perform(station, request);
}
