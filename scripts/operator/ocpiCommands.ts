// Commands for OCPI connections: npm run operator -- ocpi connect <name> <address> <token> --who "First Last"
import Joi from 'joi';
import { ActRefused, type CommandOutput } from '../../server/staff/acts/act.ts';
import { ACTS } from '../../server/staff/acts/acts.ts';
import { field, parsed } from '../../server/staff/acts/fields.ts';
import { PARTY_FIELDS } from '../../server/staff/acts/stationActs.ts';
import { type Commands, runAct, WHO } from '../../server/staff/commands/commands.ts';
import { type Agreement, NOTHING_AGREED, type SellingSwitches } from '../../server/stations/ocpi/connections/connections.ts';
import { confirmedAs, representedParties } from '../../server/stations/ocpi/connections/parties.ts';
import { invite, leave } from '../../server/stations/ocpi/connections/registration.ts';
import type { Ocpi } from '../../server/stations/ocpi/ocpi.ts';
import type { NamedParties } from '../../shared/console/parties.ts';
import { ALL, BY, type By, confirmed, connect, NAMED, type Named, ocpiCommand, undecidedLines, withOcpi } from './ocpiConnect.ts';
import { exchangeLine, recordLines, stateLines, waitingLines } from './ocpiLines.ts';
import { agreementInWords, type ConnectionEntry, HOSTS, SWITCH_FIELDS, switchesIn, switchesInWords } from './ocpiOptions.ts';
import { countOffered, pulled } from './ocpiSales.ts';
import { runOutside } from './outsideActs.ts';

/** Confirms or withdraws parties, as the console does. After a confirmation, also downloads the catalogue again. */
const partiesCommand = (does: 'confirm-parties' | 'withdraw-parties') =>
  ocpiCommand<Named & NamedParties & By>({
    does: ACTS[does].command?.does ?? '',
    fields: { ...ACTS[does].fields, isAll: ALL, who: WHO },
    async run(ocpi, dependencies, { who, isAll = false, ...fields }) {
      const { name } = fields;
      await runAct(withOcpi(ocpi, dependencies), who, { does, row: ACTS[does], fields: { ...fields } });
      const all = await ocpi.registration.connections.list();
      const connection = all.find(({ id }) => id === name);
      const represented = connection ? representedParties(connection, all).join(' ') : '';
      const lines = [`${name} represents ${represented || 'no party'}.`, ...(await undecidedLines(ocpi, name))];
      if (does === 'withdraw-parties' || connection?.state !== 'active') return { lines };
      const sale = await pulled(ocpi, dependencies, { name, isAll });
      return { ...sale, lines: [...lines, ...sale.lines] };
    },
  });

const set = ocpiCommand<Named & Partial<SellingSwitches> & By>({
  does: 'Change how the charging points of a connection are offered',
  fields: { name: NAMED, ...SWITCH_FIELDS, isAll: ALL, ...BY },
  async run(ocpi, dependencies, { name, who, reason, isAll = false, ...values }) {
    const switches = switchesIn(values);
    return runOutside(dependencies, who, 'set-connection', {
      ...{ about: name, reason, facts: { ...switches } },
      async work() {
        const decided = await ocpi.setSwitches(name, switches);
        const { lines } = await countOffered(dependencies, { name, isAll });
        return { lines: [`${name} is offered with ${switchesInWords(decided)}.`, ...lines] };
      },
    });
  },
});

const agree = ocpiCommand<Named & Partial<Agreement> & By>({
  does: 'Record the written agreement with a connection: which side invoices the driver, and whether its prices are wholesale prices',
  fields: {
    name: NAMED,
    invoices: field('[--invoices cpo|ours]', Joi.valid('cpo', 'ours'), 'Invalid --invoices. Use cpo or ours.'),
    isWholesale: field(
      '[--[no-]wholesale]',
      parsed(typed => typed === 'true'),
    ),
    ...BY,
  },
  async run(ocpi, dependencies, { name, who, reason, ...agreed }) {
    const known = Object.fromEntries(Object.entries(agreed).filter(([key]) => key in NOTHING_AGREED));
    const work = async () => ({ lines: [`With ${name} ${agreementInWords(await ocpi.setAgreement(name, known))}.`] });
    return runOutside(dependencies, who, 'agree-connection', { about: name, reason, facts: known, work });
  },
});

const inviteConnection = ocpiCommand<Named & NamedParties & Pick<ConnectionEntry, 'hosts'> & Partial<SellingSwitches> & By>({
  does: 'Print the address and token with which a charge point operator registers; they are shown once',
  fields: { name: NAMED, ...PARTY_FIELDS, hosts: HOSTS, sendsNulls: SWITCH_FIELDS.sendsNulls ?? ALL, ...BY },
  async run(ocpi, dependencies, { name, parties, hub, who, reason, ...values }) {
    await confirmed(ocpi, dependencies, { name, hosts: values.hosts, switches: switchesIn(values), who, reason });
    return runOutside(dependencies, who, 'invite-connection', {
      ...{ about: name, reason, facts: { parties: parties.join(' '), hub: hub ?? '' } },
      async work() {
        const { versionsUrl, token } = await invite({ id: name, confirmed: confirmedAs({ parties, hub }) }, ocpi.registration);
        return { lines: [`Send this address and this token to ${name}. They are shown only once:`, versionsUrl, token] };
      },
    });
  },
});

const leaveConnection = ocpiCommand<Named & By>({
  does: 'End a connection; its charging points are no longer reachable',
  fields: { name: NAMED, ...BY },
  run: (ocpi, dependencies, { name, who, reason }) =>
    runOutside(dependencies, who, 'leave-connection', {
      ...{ about: name, reason },
      async work() {
        const { openStarts = 0, awaitedCdrs = 0 } = (await ocpi.states())[name] ?? {};
        if (openStarts + awaitedCdrs > 0)
          throw new ActRefused(
            `Not disconnected: ${openStarts} starts are open and ${awaitedCdrs} CDRs are awaited. They could no longer be stopped or billed.`,
          );
        await leave({ id: name }, ocpi.registration);
        return { lines: [`${name} is disconnected. Its charging points are no longer reachable.`] };
      },
    }),
});

async function statusOf(ocpi: Ocpi): Promise<CommandOutput> {
  const all = await ocpi.registration.connections.list();
  const states = await ocpi.states();
  const linesOf = async (connection: (typeof all)[number]) => {
    const { id, state, version } = connection;
    return [
      [id, state, version ?? '–', representedParties(connection, all).join(' ')].join('  '),
      ...waitingLines(connection, all),
      ...(states[id] ? stateLines(states[id]) : []),
      ...recordLines(await ocpi.record(id)),
    ];
  };
  const lines = (await Promise.all(all.map(linesOf))).flat();
  return { lines: lines.length > 0 ? lines : ['No connections yet.'] };
}

export const OCPI_COMMANDS: Commands = {
  'ocpi connect': connect,
  'ocpi set': set,
  'ocpi agree': agree,
  'ocpi invite': inviteConnection,
  'ocpi confirm': partiesCommand('confirm-parties'),
  'ocpi withdraw': partiesCommand('withdraw-parties'),
  'ocpi leave': leaveConnection,
  'ocpi pull': ocpiCommand<Named>({
    does: 'Pull the locations and tariffs of a connection and list what cannot be offered',
    fields: { name: NAMED, isAll: ALL },
    run: (ocpi, dependencies, { name, isAll = false }) => pulled(ocpi, dependencies, { name, isAll }),
  }),
  'ocpi status': ocpiCommand<object>({
    does: 'Show the state of each connection and its pending decisions',
    fields: {},
    run: statusOf,
  }),
  'ocpi exchanges': ocpiCommand<Named>({
    does: 'List the last hundred requests of both sides, without content written by drivers or partners',
    fields: { name: NAMED },
    async run(ocpi, _, { name }) {
      const lines = (await ocpi.exchanges(name)).map(exchangeLine);
      return { lines: lines.length > 0 ? lines : [`No messages exchanged with ${name} yet.`] };
    },
  }),
};
