import Joi from 'joi';
import type { StationAct } from '../../../shared/console/acts.ts';
import type { Refusal, Text } from '../../../shared/console/operating.ts';
import { listedParties, type NamedParties, readParties } from '../../../shared/console/parties.ts';
import type { StationAccess } from '../../../shared/console/stations.ts';
import type { OcpiAdmin, OcppAdmin } from '../../runtime/stationAdmin.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { listPointsAt } from '../../store/shop/catalogue.ts';
import { type ActContext, ActRefused, type ActRow, act, NO_MONEY, textsOf, within } from './act.ts';
import { field, IDENTITY, OPTIONAL_REASON, parsed } from './fields.ts';

type ActOf<Name extends StationAct['does']> = Extract<StationAct, { does: Name }>;

const { text, step } = textsOf('stations');
const refuse = (message: string, key: string, values: Text['values'] = {}) =>
  new ActRefused(message, text(`refusal.${key}`, values));

/** @throws ActRefused if OCPP is not enabled */
export function ocppOf({ dependencies: { stationAdmin } }: ActContext): OcppAdmin {
  if (!stationAdmin?.ocpp) throw refuse('OCPP is not enabled. Add ocpp to STATIONS.', 'noOcpp');
  return stationAdmin.ocpp;
}

function ocpiOf({ dependencies: { stationAdmin } }: ActContext): OcpiAdmin {
  if (!stationAdmin?.ocpi) throw refuse('OCPI is not enabled. Add ocpi to STATIONS and set OCPI_PARTY.', 'noOcpi');
  return stationAdmin.ocpi;
}

export async function soldAtStation(db: Db, identity: string): Promise<string> {
  const points = await listPointsAt(db, identity);
  return points.length > 0
    ? `charging points: ${points.map(({ evseId }) => evseId).join(', ')}`
    : 'no charging points: add the station with its EVSE IDs to chargePoints.json of OPERATOR_DATA, then run import';
}

async function accessOutput(trx: Trx, access: StationAccess) {
  const { identity, address, password } = access;
  const first = `${identity} may connect to ${address} with this password. The password is shown only once:`;
  return { access, data: access, lines: [first, password, await soldAtStation(trx, identity)] };
}

interface PasswordFields {
  identity: string;
  protocol?: string | null;
}

async function newPassword(context: ActContext, { identity, protocol = null }: PasswordFields) {
  const access = await ocppOf(context).add(within(context).store, { identity, protocol });
  return {
    ...NO_MONEY,
    button: text('password.button'),
    steps: [step('password.old'), step('password.typed'), step('password.now')],
    warning: text('password.warning', { identity }),
    ...(await accessOutput(context.trx, access)),
  };
}

/**
 * Allows a station to connect. If the station is already known, the command line gives it a new password, and the console
 * refuses the action.
 */
const addStation = act<ActOf<'add-station'>>({
  subject: 'station',
  fields: {
    identity: IDENTITY,
    protocol: field('[1.6|2.0.1|2.1]', parsed(version => `ocpp${version}`).default(null)),
    reason: OPTIONAL_REASON,
  },
  command: {
    name: 'station add',
    does: 'Add a station that connects by OCPP, or set a new password for one; the password is shown once',
  },
  about: ({ identity }) => identity,
  async run(context, { identity, protocol }) {
    const ocpp = ocppOf(context);
    if (!ocpp.isIdentity(identity)) throw refuse(`Invalid station identity ${JSON.stringify(identity)}.`, 'noIdentity');
    if (await ocpp.knows(within(context).store, identity)) {
      if (context.actor.who.by === 'command')
        return { ...(await newPassword(context, { identity, protocol })), does: 'new-password' };
      throw refuse(`${identity} is already added. \`station add\` sets a new password.`, 'isAdded', { identity });
    }
    const access = await ocpp.add(within(context).store, { identity, protocol });
    return {
      ...NO_MONEY,
      button: text('add.button'),
      steps: [step('add.may', { identity }), step('add.once'), step('add.sold')],
      ...(await accessOutput(context.trx, access)),
    };
  },
});

const NAME_PARTIES = 'Missing parties. Use DE*CPO; behind a hub also DE or all.';
const partiesIn = ({ parties, hub }: NamedParties): string => [...parties, ...(hub === null ? [] : [`hub ${hub}`])].join(' ');

/**
 * Parses the party names of a connection.
 * @throws ActRefused if a name is not a valid OCPI party
 */
function namedParties(fields: NamedParties): NamedParties {
  const named = readParties(fields);
  if (!named) throw refuse(NAME_PARTIES, 'noParty');
  return named;
}

const CONNECTION = field(
  '<name>',
  Joi.string().required(),
  'Missing or invalid connection name. Use lower-case letters, digits and -.',
);
const PARTY_FAULT = 'Invalid party. Use --party DE*CPO (behind a hub also DE or all) and --hub DE*HUB.';
export const PARTY_FIELDS = {
  parties: field(
    '[--party DE*CPO]…',
    parsed(typed => readParties({ parties: listedParties(typed), hub: null })?.parties ?? null).default([]),
    PARTY_FAULT,
  ),
  hub: field(
    '[--hub DE*HUB]',
    parsed(typed => readParties({ parties: [], hub: typed })?.hub ?? null)
      .empty('')
      .default(null),
    PARTY_FAULT,
  ),
};

const addConnection = act<ActOf<'add-connection'>>({
  subject: 'connection',
  fields: {
    name: CONNECTION,
    versionsUrl: field('<versions address>', Joi.string().required(), 'Missing versions address of the partner.'),
    token: field('<token>', Joi.string().required(), 'The token is missing.'),
    ...PARTY_FIELDS,
    reason: OPTIONAL_REASON,
  },
  command: { name: 'ocpi connect', does: 'Register with a charge point operator by OCPI' },
  about: ({ name }) => name,
  async run(context, { name, versionsUrl, token, ...parties }) {
    const ocpi = ocpiOf(context);
    if (!ocpi.isName(name)) throw refuse('Invalid connection name. Use lower-case letters, digits and -.', 'noName');
    if (!/^https?:\/\/\S+$/.test(versionsUrl))
      throw refuse('Invalid versions address. Use an http or https address.', 'noAddress');
    if (token.trim() === '') throw refuse('The token is missing.', 'noToken');
    const named = namedParties(parties);
    if (await ocpi.isActive(within(context).store, name)) throw refuse(`${name} is already connected.`, 'isConnected', { name });
    return {
      ...NO_MONEY,
      button: text('connect.button'),
      steps: [step('connect.versions'), step('connect.tokens'), step('connect.read'), step('connect.claims')],
      facts: { parties: partiesIn(parties) },
      lines: [`${name} is connected. The running app pulls its locations and tariffs; \`stations\` shows them.`],
      // Runs after the transaction: the CPO's platform calls this app back during the handshake, and locks held meanwhile could
      // block that call.
      async afterwards() {
        const fault = await ocpi.connect({ name, versionsUrl, token: token.trim(), ...named });
        if (fault) throw new NotConnected({ kind: 'not-connected', ...fault });
        return null;
      },
    };
  },
});

/** The handshake with the CPO's platform failed. `why` is the reason in English. */
export class NotConnected extends ActRefused {
  readonly why: string;
  constructor(refusal: Extract<Refusal, { kind: 'not-connected' }>) {
    super(`Not connected: ${refusal.why}`, null, refusal);
    this.why = refusal.why;
  }
}

const changeParties = (change: 'confirm' | 'withdraw', does: string) =>
  act<{ name: string } & NamedParties>({
    subject: 'connection',
    fields: { name: CONNECTION, ...PARTY_FIELDS, reason: OPTIONAL_REASON },
    command: { name: `ocpi ${change}`, does },
    about: ({ name }) => name,
    async run(context, { name, ...parties }) {
      const ocpi = ocpiOf(context);
      const named = namedParties(parties);
      if (named.parties.length === 0 && named.hub === null) throw refuse(NAME_PARTIES, 'noParty');
      const changed = await ocpi.changeParties(within(context).store, { name, change, ...named });
      if (!changed) throw refuse(`Unknown connection ${name}.`, 'noConnection', { name });
      const words = [...named.parties, ...(named.hub === null ? [] : [`${named.hub} as a hub`])].join(', ');
      return {
        ...NO_MONEY,
        button: text(`parties.${change}`),
        steps: [
          step(`parties.${change}Step`, { parties: [...named.parties, named.hub ?? []].flat().join(', '), name }),
          ...changed.moved.map(({ party, from }) => step('parties.moved', { party, name: from })),
        ],
        facts: { parties: partiesIn(parties) },
        lines: [change === 'confirm' ? `${name} represents ${words}.` : `${name} no longer represents ${words}.`],
      };
    },
  });

/** Actions on stations and OCPI connections. */
export const STATION_ACTS = {
  'add-station': addStation,
  'new-password': act<ActOf<'new-password'>>({
    subject: 'station',
    fields: {},
    command: null,
    about: ({ identity }) => identity,
    async run(context, { identity }) {
      if (!(await ocppOf(context).knows(within(context).store, identity)))
        throw refuse(`Unknown station ${identity}.`, 'noStation', { identity });
      return newPassword(context, { identity });
    },
  }),
  'add-connection': addConnection,
  'confirm-parties': changeParties(
    'confirm',
    'Confirm parties that a connection claims, so that their charging points are offered',
  ),
  'withdraw-parties': changeParties('withdraw', 'Withdraw the confirmation of parties'),
} satisfies Partial<Record<StationAct['does'], ActRow>>;
