import { listIn, messageIn, textIn } from '../messages/values.ts';
import type { PlugNumbers } from '../plugs.ts';
import { CallFailed } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import type { CodeOutcome, CodeSetting, Codes } from './secrets.ts';

/** What a station answers for a component that it does not have. */
const MISSING = ['UnknownComponent', 'UnknownVariable', 'NotSupportedAttributeType'];
/** A station that lacks these shows codes nevertheless: it draws them in its own way, and names itself as it connects. */
const DISPENSABLE = ['QRCodeQuality', 'ChargingStationId'];

/**
 * Has a station of 2.1 show codes on its screens: a secret for each EVSE, or one for all of them where it has a single screen. A
 * secret counts only where everything that makes its codes was accepted. @throws CallFailed when the connection is lost meanwhile
 */
export async function setCodes(
  socket: StationSocket,
  { codes, plugs }: { codes: Codes; plugs: readonly PlugNumbers[] },
): Promise<void> {
  if (socket.protocol !== 'ocpp2.1') return;
  const evses = [...new Set(plugs.map(plug => plug.evse))];
  const outcomes: (CodeOutcome | 'none')[] = [];
  for (const evse of evses) outcomes.push(await settle(socket, codes, evse));
  if (outcomes.every(outcome => outcome === 'none')) await settle(socket, codes, null);
}

/** 'none': there is no such screen. */
async function settle(socket: StationSocket, codes: Codes, evse: number | null): Promise<CodeOutcome | 'none'> {
  const { stationId } = socket;
  const settings = await codes.proposeCode(stationId, evse);
  const statuses = await set(socket, settings);
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
    return settings.map((_, at) => textIn(results[at]?.attributeStatus) ?? 'Rejected');
  } catch (error) {
    if (error instanceof CallFailed && error.isRefused) return ['UnknownComponent'];
    throw error;
  }
}
