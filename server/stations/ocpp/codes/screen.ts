import type { PlugNumbers } from '../chargePoints/plugs.ts';
import { listIn, messageIn, textIn } from '../messages/values.ts';
import { itemsPerMessage, resultOf } from '../settings/settings2.ts';
import { CallFailed } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { CodeOutcome, CodeSetting, Codes } from './secrets.ts';

/** Statuses by which a station says that it lacks a component or variable. */
const MISSING = ['UnknownComponent', 'UnknownVariable', 'NotSupportedAttributeType'];
/**
 * A station that lacks these variables can show QR codes nevertheless. It then chooses the image quality itself and uses the
 * identity with which it connects.
 */
const DISPENSABLE = ['QRCodeQuality', 'ChargingStationId'];

/**
 * Makes a station with OCPP 2.1 show QR codes on its screens. Each EVSE gets a secret, or the whole station gets one if it has a
 * single screen. A secret becomes valid only if all settings that the codes need were accepted.
 * @returns false if the station shows no QR codes by itself
 * @throws CallFailed if the station does not respond
 */
export async function setCodes(
  socket: StationSocket,
  { codes, plugs, itemsPerMessage: reported }: { codes: Codes; plugs: readonly PlugNumbers[]; itemsPerMessage: number | null },
): Promise<boolean> {
  if (socket.protocol !== 'ocpp2.1') return false;
  const settle = (evse: number | null) => settleOne(socket, codes, { evse, limit: itemsPerMessage(reported) });
  const evses = [...new Set(plugs.map(plug => plug.evse))];
  const outcomes: (CodeOutcome | 'none')[] = [];
  for (const evse of evses) outcomes.push(await settle(evse));
  if (!outcomes.every(outcome => outcome === 'none')) return true;
  return (await settle(null)) !== 'none';
}

/**
 * Sends the settings of one EVSE, or of the whole station.
 * @returns 'none' if there is no screen
 */
async function settleOne(
  socket: StationSocket,
  codes: Codes,
  { evse, limit }: { evse: number | null; limit: number },
): Promise<CodeOutcome | 'none'> {
  const { stationId } = socket;
  const settings = await codes.proposeCode(stationId, evse);
  const statuses: string[] = [];
  for (let from = 0; from < settings.length; from += limit)
    statuses.push(...(await set(socket, settings.slice(from, from + limit))));
  const outcome = outcomeOf(settings, statuses);
  await codes.settleCode(stationId, evse, outcome === 'none' ? 'refused' : outcome);
  return outcome;
}

function outcomeOf(settings: readonly CodeSetting[], statuses: readonly string[]): CodeOutcome | 'none' {
  if (statuses.every(status => MISSING.includes(status))) return 'none';
  const needed = statuses.filter(
    (status, at) => !(MISSING.includes(status) && DISPENSABLE.includes(settings[at]?.variable ?? '')),
  );
  if (!needed.every(status => status === 'Accepted' || status === 'RebootRequired')) return 'refused';
  return needed.includes('RebootRequired') ? 'reboot-required' : 'accepted';
}

async function set(socket: StationSocket, settings: readonly CodeSetting[]): Promise<readonly string[]> {
  const setVariableData = settings.map(({ component, evse, variable, value }) => ({
    component: { name: component, ...(evse === undefined ? {} : { evse: { id: evse } }) },
    variable: { name: variable },
    attributeValue: value,
  }));
  try {
    const answer = messageIn(await socket.call({ action: 'SetVariables', message: { setVariableData }, urgency: 'set' }));
    const results = listIn(answer.setVariableResult);
    return setVariableData.map((names, at) => textIn(resultOf(results, names, at)?.attributeStatus) ?? 'Rejected');
  } catch (error) {
    if (error instanceof CallFailed && error.isRefused) return settings.map(() => 'UnknownComponent');
    throw error;
  }
}
