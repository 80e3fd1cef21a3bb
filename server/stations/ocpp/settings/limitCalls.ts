import { DAY_MS } from '../../../../shared/model/time.ts';
import type { StationAddress } from '../../../core/ports/stationPort.ts';
import { statusOf } from '../messages/values.ts';
import { CallFailed, NO_ANSWER } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { Wanted } from './requiredSettings.ts';
import type { SettingCalls } from './setting.ts';
import { SETTING_CALLS_2 } from './settings2.ts';
import { SETTING_CALLS_16 } from './settings16.ts';

interface WantedLimit {
  limitW: number;
  /** The plugs of the station that are offered to drivers. */
  plugs: readonly Pick<StationAddress, 'plug'>[];
  now: Date;
}

/**
 * Limits the power of a whole station in the messages of one OCPP version. Each call rejects with CallFailed if the station does
 * not respond, or responds with an error.
 */
export interface LimitCalls {
  /** @returns false if the station refuses the limit */
  set(socket: StationSocket, limit: WantedLimit): Promise<boolean>;
  /** Removes the limit. A station that does not know the limit has none. */
  clear(socket: StationSocket): Promise<boolean>;
}

/**
 * Id of the app's charging profile, the same at each station and in each OCPP version. Profiles of other systems have small
 * ids.
 */
export const LIMIT_PROFILE_ID = 2 ** 30;

/** The setting with the units in which the station accepts limits (OCPP 1.6 §9.4.2, SmartChargingCtrlr of 2.x). */
const UNITS: Wanted = {
  key: 'ChargingScheduleAllowedChargingRateUnit',
  variable: { component: 'SmartChargingCtrlr', variable: 'RateUnit' },
  values: [],
  means: null,
};
const AMPERES = ['a', 'current'];
const WATTS = ['w', 'power'];

const VOLTS_PER_PHASE = 230;
/** Highest voltage of a fast-charging plug. With a lower one, the same current is less power, so the limit is never exceeded. */
const DC_VOLTS = 1000;
/** An AC plug with more power has three phases: one phase has at most 32 A at 230 V, which is 7.36 kW. */
const ONE_PHASE_W = 7400;

/**
 * Returns unit and limit of the schedule. A station that accepts watts gets watts, and so does a station that names no unit. All
 * others get amperes, rounded down to a tenth: for DC at 1,000 V, otherwise per phase at 230 V. The catalogue does not name the
 * phases, so an AC station has one phase if each of its plugs has at most 7.4 kW, and otherwise three.
 */
export function limitInUnit(limitW: number, units: string, plugs: WantedLimit['plugs']) {
  const named = units
    .toLowerCase()
    .split(',')
    .map(unit => unit.trim());
  if (!named.some(unit => AMPERES.includes(unit)) || named.some(unit => WATTS.includes(unit)))
    return { chargingRateUnit: 'W', period: { startPeriod: 0, limit: limitW } };
  const known = plugs.flatMap(({ plug }) => plug ?? []);
  const isDc = known.some(plug => plug.isDc);
  const isOnePhase = known.length > 0 && known.every(({ powerW = Number.POSITIVE_INFINITY }) => powerW <= ONE_PHASE_W);
  const phases = isOnePhase ? 1 : 3;
  const limit = Math.floor((limitW / (isDc ? DC_VOLTS : VOLTS_PER_PHASE * phases)) * 10) / 10;
  return { chargingRateUnit: 'A', period: { startPeriod: 0, limit, ...(isDc ? {} : { numberPhases: phases }) } };
}

/**
 * Asks a station for its units. Empty: it does not name any.
 * @throws CallFailed if the station does not respond. The limit itself is then certainly not sent
 */
async function unitsOf(socket: StationSocket, { read }: SettingCalls): Promise<string> {
  try {
    return (await read(socket, [UNITS]))[0]?.value ?? '';
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.isSent && error.message !== NO_ANSWER) return '';
    throw new CallFailed(error.message, { isRefused: false, isSent: false });
  }
}

/**
 * The schedule has one period, from the day before and without an end, so that it also counts at a station whose clock is
 * behind.
 */
async function scheduleFor(socket: StationSocket, calls: SettingCalls, { limitW, plugs, now }: WantedLimit) {
  const { chargingRateUnit, period } = limitInUnit(limitW, await unitsOf(socket, calls), plugs);
  const startSchedule = new Date(now.getTime() - DAY_MS).toISOString();
  return { startSchedule, chargingRateUnit, chargingSchedulePeriod: [period] };
}

/** Level 0 is the only one that each station has. A profile of the same level and purpose is replaced. */
const PROFILE = { stackLevel: 0, chargingProfileKind: 'Absolute' };

const send = async (socket: StationSocket, action: string, message: object): Promise<string | null> =>
  statusOf(await socket.call({ action, message, urgency: 'set' }));
const CLEARED: readonly (string | null)[] = ['Accepted', 'Unknown'];

/** OCPP 1.6 §3.13: ChargePointMaxProfile at connector 0. */
export const LIMIT_CALLS_16: LimitCalls = {
  async set(socket, limit) {
    const csChargingProfiles = {
      ...{ chargingProfileId: LIMIT_PROFILE_ID, ...PROFILE, chargingProfilePurpose: 'ChargePointMaxProfile' },
      chargingSchedule: await scheduleFor(socket, SETTING_CALLS_16, limit),
    };
    return (await send(socket, 'SetChargingProfile', { connectorId: 0, csChargingProfiles })) === 'Accepted';
  },
  clear: async socket => CLEARED.includes(await send(socket, 'ClearChargingProfile', { id: LIMIT_PROFILE_ID })),
};

/** OCPP 2.x, K01: ChargingStationMaxProfile at EVSE 0. External constraints are those of other systems, such as the grid's. */
export const LIMIT_CALLS_2: LimitCalls = {
  async set(socket, limit) {
    const chargingProfile = {
      ...{ id: LIMIT_PROFILE_ID, ...PROFILE, chargingProfilePurpose: 'ChargingStationMaxProfile' },
      chargingSchedule: [{ id: 1, ...(await scheduleFor(socket, SETTING_CALLS_2, limit)) }],
    };
    return (await send(socket, 'SetChargingProfile', { evseId: 0, chargingProfile })) === 'Accepted';
  },
  clear: async socket => CLEARED.includes(await send(socket, 'ClearChargingProfile', { chargingProfileId: LIMIT_PROFILE_ID })),
};
