import type { CommandOutcome, StationCommand } from '../../core/ports/stationCommands.ts';
import type { OcppAdmin } from '../../runtime/stationAdmin.ts';
import { ActRefused, textsOf } from './act.ts';

const { text } = textsOf('stations');

type Refused = Exclude<CommandOutcome, 'accepted' | 'scheduled'> | 'not connected';

export const NOT_CHANGEABLE = 'The last list of settings has no such setting that can be changed. Read the settings first.';
const REFUSED: Readonly<Record<Refused, string>> = {
  refused: 'The station rejected the command.',
  busy: 'Not done: a session is running or about to start.',
  unknown: NOT_CHANGEABLE,
  'no file': 'The station has named no log file. If it uploads one nevertheless, `station log-files` lists the file.',
  'not sent': 'The command was not sent, because the station has disconnected or has not registered yet.',
  'no answer': 'The station has not responded. The command may have been executed.',
  'not connected': 'The station is not connected.',
};

/**
 * Sends a command to a station.
 * @returns 'scheduled' if the station executes the command later
 * @throws ActRefused if the station does not execute the command, or does not respond
 */
export async function sendToStation(
  ocpp: Pick<OcppAdmin, 'send'>,
  identity: string,
  command: StationCommand,
): Promise<'accepted' | 'scheduled'> {
  const outcome = await ocpp.send(identity, command);
  if (outcome === 'accepted' || outcome === 'scheduled') return outcome;
  throw new ActRefused(REFUSED[outcome], text(`refusal.command.${outcome.replace(' ', '-')}`));
}
