import type { Act } from '../../../shared/console/acts.ts';
import type { Text } from '../../../shared/console/operating.ts';
import {
  accessRows,
  type ListedStation,
  MAX_LISTED,
  OCPP_VERSIONS,
  readStationList,
} from '../../../shared/console/stationList.ts';
import type { StationAccess } from '../../../shared/console/stations.ts';
import type { OcppAdmin } from '../../runtime/stationAdmin.ts';
import { ActRefused, type ActRow, act, firstOf, NO_MONEY, textsOf, within } from './act.ts';
import { field, OPTIONAL_REASON, parsed } from './fields.ts';
import { ocppOf } from './stationActs.ts';

const { text, step } = textsOf('stations');

/** Allows several stations to connect. Either all of them are added or none. */
export const ADD_STATIONS: ActRow = act<Extract<Act, { does: 'add-stations' }>>({
  subject: 'station',
  fields: {
    stations: field(
      '--list "…"',
      parsed(readStationList).required(),
      'Missing --list. Use the text of a CSV file: one station per line, with its identity and optionally ;1.6.',
    ),
    newPasswords: field('[--new-passwords]', parsed(() => true).default(false)),
    reason: OPTIONAL_REASON,
  },
  command: {
    name: 'station add-list',
    does: 'Add the stations of a CSV text; writes a CSV file with their passwords, which are shown once',
  },
  async run(context, { stations, newPasswords }) {
    const ocpp = ocppOf(context);
    const refusal = refusalOf(stations, ocpp);
    if (refusal) throw new ActRefused(...refusal);
    const store = within(context).store;
    const known: string[] = [];
    for (const { identity } of stations) if (await ocpp.knows(store, identity)) known.push(identity);
    if (known.length > 0 && !newPasswords) {
      const list = firstOf(known, ', ');
      throw new ActRefused(
        `Already added: ${list}. Use --new-passwords to set new passwords.`,
        text('refusal.areAdded', { list }),
      );
    }
    const added: StationAccess[] = [];
    for (const station of stations) added.push(await ocpp.add(store, station));
    return {
      ...NO_MONEY,
      button: text('addList.button'),
      steps: [step('addList.may'), step('add.once'), step('addList.all'), step('add.sold')],
      facts: { stations: stations.map(({ identity }) => identity).join(', ') },
      accesses: added,
      data: added,
      lines: accessRows(added),
    };
  },
});

/** Returns why a list cannot be added, in English and as a text of the console. Null: the list is valid. */
function refusalOf(stations: readonly ListedStation[], { isIdentity }: OcppAdmin): [string, Text] | null {
  if (stations.length === 0) return ['The list has no stations.', text('refusal.emptyList')];
  if (stations.length > MAX_LISTED)
    return [`The list has more than ${MAX_LISTED} stations.`, text('refusal.longList', { max: MAX_LISTED })];
  const listed = new Set<string>();
  for (const { identity, protocol } of stations) {
    const named = { identity };
    if (!isIdentity(identity)) return [`Invalid station identity ${JSON.stringify(identity)}.`, text('refusal.notInList', named)];
    if (protocol !== null && !OCPP_VERSIONS.includes(protocol))
      return [`Unsupported OCPP version of ${identity}. Use 1.6, 2.0.1 or 2.1.`, text('refusal.noVersion', named)];
    if (listed.has(identity)) return [`${identity} is in the list twice.`, text('refusal.isInList', named)];
    listed.add(identity);
  }
  return null;
}
