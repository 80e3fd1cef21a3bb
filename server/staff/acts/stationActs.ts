import type { ActName, StationAct } from '../../../shared/console/acts.ts';
import type { ForeseenStep, Text } from '../../../shared/console/operating.ts';
import { type NamedParties, readParties } from '../../../shared/console/parties.ts';
import { iso } from '../../../shared/model/time.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { StationAdmin } from '../../runtime/stationAdmin.ts';
import { plugTopic, publishAfterCommit } from '../../store/engine/changeFeed.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findPointRow, switchPoint } from '../../store/shop/points.ts';
import { findSessionAtPlug } from '../../store/shop/sessions.ts';
import { type ActingContext, type Doing, type Done, within } from './actContext.ts';
import { ActRefused } from './manualSettlement.ts';

const NAMES: readonly ActName[] = [
  ...(['switch', 'add-station', 'new-password', 'add-connection'] as const),
  ...(['confirm-parties', 'withdraw-parties'] as const),
] satisfies StationAct['does'][];
export const isStationAct = (ask: { does: ActName }): ask is StationAct => NAMES.includes(ask.does);

type ActOf<Name extends StationAct['does']> = Extract<StationAct, { does: Name }>;
type ActHandler<Name extends StationAct['does']> = (doing: Doing, ask: ActOf<Name>) => Promise<Done>;

const text = (key: string, values: Text['values'] = {}): Text => ({ key: `stations.${key}`, values });
const step = (key: string, values: Text['values'] = {}): ForeseenStep => ({ text: text(key, values), note: null, amount: null });
const NOTHING = { before: [], after: [], warning: null, amount: null } as const;
const refuse = (message: string, key: string, values: Text['values'] = {}) => new ActRefused(message, text(key, values));

/** A point that is switched off is not sold; what charges there goes on. */
const switchPointSale: ActHandler<'switch'> = async ({ asker, trx, now }, { point: evseId, isOn, reason }) => {
  if (reason.trim() === '') throw refuse('This needs a reason: it is kept in the audit.', 'refusal.noReason');
  const row = await findPointRow(trx, evseId);
  if (!row) throw refuse(`No charging point that is sold has the ID ${evseId}.`, 'refusal.noPoint', { point: evseId });
  const { point } = row;
  const off = isOn ? null : { at: iso(now), by: asker.who.name, reason: reason.trim() };
  if (!(await switchPoint(trx, { evseId, off })))
    throw isOn
      ? refuse(`${point.evseId} is on.`, 'refusal.isOn', { point: point.evseId })
      : refuse(`${point.evseId} is switched off already.`, 'refusal.isOff', { point: point.evseId, who: row.off?.by ?? '–' });
  publishAfterCommit(trx, plugTopic(point.evseId));
  const going = await goingAt(trx, point);
  return {
    ...NOTHING,
    button: text(isOn ? 'switch.onButton' : 'switch.offButton'),
    steps: isOn
      ? [step('switch.sold'), step('switch.state')]
      : [step('switch.notSold'), step('switch.told'), ...(going > 0 ? [step('switch.going', { count: going })] : [])],
  };
};

async function goingAt(trx: Trx, { evseId, connectors }: PointRecord): Promise<number> {
  let going = 0;
  for (const { id } of connectors) if (await findSessionAtPlug(trx, { evseId, connector: id })) going++;
  return going;
}

const ocppOf = ({ desk }: ActingContext): NonNullable<StationAdmin['ocpp']> => {
  if (!desk?.ocpp) throw refuse('No stations are connected by OCPP here: STATIONS does not name it.', 'refusal.noOcpp');
  return desk.ocpp;
};

const addStation: ActHandler<'add-station'> = async (doing, { identity, protocol }) => {
  const ocpp = ocppOf(doing.context);
  if (!ocpp.isIdentity(identity))
    throw refuse(`${JSON.stringify(identity)} cannot be the identity of a station.`, 'refusal.noIdentity');
  if (await ocpp.knows(within(doing).store, identity))
    throw refuse(`${identity} was added already; \`station add\` gives it another password.`, 'refusal.isAdded', { identity });
  const access = await ocpp.add(within(doing).store, { identity, protocol });
  return {
    ...NOTHING,
    button: text('add.button'),
    steps: [step('add.may', { identity }), step('add.once'), step('add.sold')],
    access,
  };
};

const newPassword: ActHandler<'new-password'> = async (doing, { identity, protocol = null }) => {
  const ocpp = ocppOf(doing.context);
  if (!(await ocpp.knows(within(doing).store, identity)))
    throw refuse(`There is no station ${identity}.`, 'refusal.noStation', { identity });
  const access = await ocpp.add(within(doing).store, { identity, protocol });
  return {
    ...NOTHING,
    button: text('password.button'),
    steps: [step('password.old'), step('password.typed'), step('password.now')],
    warning: text('password.warning', { identity }),
    access,
  };
};

/** @throws NotStuck where something else than a party is named */
function namedParties(ask: NamedParties): NamedParties {
  const named = readParties(ask);
  if (!named) throw refuse(NAME_PARTIES, 'refusal.noParty');
  return named;
}
const NAME_PARTIES = 'Name parties such as DE*CPO; through a hub also DE, or all.';

const partiesInWords = ({ parties, hub }: NamedParties): string => [...parties, ...(hub === null ? [] : [hub])].join(', ');

const addConnection: ActHandler<'add-connection'> = async (doing, { name, versionsUrl, token, ...asked }) => {
  const { ocpi } = doing.context.desk ?? {};
  if (!ocpi) throw refuse('Nobody is connected by OCPI here: STATIONS or OCPI_PARTY does not say so.', 'refusal.noOcpi');
  if (!ocpi.isName(name)) throw refuse('A connection is called by small letters, digits and -.', 'refusal.noName');
  if (!/^https?:\/\/\S+$/.test(versionsUrl)) throw refuse('The versions address is not usable.', 'refusal.noAddress');
  if (token.trim() === '') throw refuse('The token is missing.', 'refusal.noToken');
  const named = namedParties(asked);
  if (await ocpi.isActive(within(doing).store, name)) throw refuse(`${name} is connected.`, 'refusal.isConnected', { name });
  return {
    ...NOTHING,
    button: text('connect.button'),
    steps: [step('connect.versions'), step('connect.tokens'), step('connect.read'), step('connect.claims')],
    // It calls us while we ask it: nothing may be locked meanwhile.
    afterwards: async () => {
      const fault = await ocpi.connect({ name, versionsUrl, token: token.trim(), ...named });
      return fault && { kind: 'not-connected', ...fault };
    },
  };
};

type PartiesAct = ActOf<'confirm-parties' | 'withdraw-parties'>;

const changeParties =
  (change: 'confirm' | 'withdraw') =>
  async (doing: Doing, ask: PartiesAct): Promise<Done> => {
    const { ocpi } = doing.context.desk ?? {};
    if (!ocpi) throw refuse('Nobody is connected by OCPI here: STATIONS or OCPI_PARTY does not say so.', 'refusal.noOcpi');
    const named = namedParties(ask);
    if (named.parties.length === 0 && named.hub === null) throw refuse(NAME_PARTIES, 'refusal.noParty');
    const changed = await ocpi.changeParties(within(doing).store, { name: ask.name, change, ...named });
    if (!changed) throw refuse(`There is no connection ${ask.name}.`, 'refusal.noConnection', { name: ask.name });
    return {
      ...NOTHING,
      button: text(`parties.${change}`),
      steps: [
        step(`parties.${change}Step`, { parties: partiesInWords(named), name: ask.name }),
        ...changed.moved.map(({ party, from }) => step('parties.moved', { party, name: from })),
      ],
    };
  };

const ACTS: { [Name in StationAct['does']]: ActHandler<Name> } = {
  switch: switchPointSale,
  'add-station': addStation,
  'new-password': newPassword,
  'add-connection': addConnection,
  'confirm-parties': changeParties('confirm'),
  'withdraw-parties': changeParties('withdraw'),
};

/** Does it in the transaction; what is asked of others comes after it. @throws NotStuck */
export function doStationAct(doing: Doing, ask: StationAct): Promise<Done> {
  const doer = ACTS[ask.does] as (doing: Doing, ask: StationAct) => Promise<Done>;
  return doer(doing, ask);
}
