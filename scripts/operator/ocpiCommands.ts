// How the app is connected with charge point operators that speak OCPI:
//   npm run operator -- ocpi connect <name> <address> <token> --who "First Last"
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
import { pulled, sold } from './ocpiSales.ts';
import { runOutside } from './outsideActs.ts';

/** Confirms or withdraws parties by the act of the console, and reads anew what is sold then. */
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
  does: 'changes what is sold of a connection',
  fields: { name: NAMED, ...SWITCH_FIELDS, isAll: ALL, ...BY },
  async run(ocpi, dependencies, { name, who, reason, isAll = false, ...values }) {
    const switches = switchesIn(values);
    return runOutside(dependencies, who, 'set-connection', {
      ...{ about: name, reason, facts: { ...switches } },
      async work() {
        const decided = await ocpi.setSwitches(name, switches);
        const { lines } = await sold(dependencies, { name, isAll });
        return { lines: [`${name} is sold with ${switchesInWords(decided)}.`, ...lines] };
      },
    });
  },
});

const agree = ocpiCommand<Named & Partial<Agreement> & By>({
  does: 'notes what was agreed with a connection in writing: who invoices the driver, and whether its prices are what we pay it',
  fields: {
    name: NAMED,
    invoices: field('[--invoices cpo|ours]', Joi.valid('cpo', 'ours'), '--invoices is cpo or ours'),
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
  does: 'prints the address and the token by which a charge point operator registers with us, once',
  fields: { name: NAMED, ...PARTY_FIELDS, hosts: HOSTS, sendsNulls: SWITCH_FIELDS.sendsNulls ?? ALL, ...BY },
  async run(ocpi, dependencies, { name, parties, hub, who, reason, ...values }) {
    await confirmed(ocpi, dependencies, { name, hosts: values.hosts, switches: switchesIn(values), who, reason });
    return runOutside(dependencies, who, 'invite-connection', {
      ...{ about: name, reason, facts: { parties: parties.join(' '), hub: hub ?? '' } },
      async work() {
        const { versionsUrl, token } = await invite({ id: name, confirmed: confirmedAs({ parties, hub }) }, ocpi.registration);
        return { lines: [`Give ${name} this address and this token, once:`, versionsUrl, token] };
      },
    });
  },
});

const leaveConnection = ocpiCommand<Named & By>({
  does: 'ends a connection; its points cannot be reached any more',
  fields: { name: NAMED, ...BY },
  run: (ocpi, dependencies, { name, who, reason }) =>
    runOutside(dependencies, who, 'leave-connection', {
      ...{ about: name, reason },
      async work() {
        const { openStarts = 0, awaitedCdrs = 0 } = (await ocpi.states())[name] ?? {};
        if (openStarts + awaitedCdrs > 0)
          throw new ActRefused(
            `Not left. ${openStarts} starts are not over and ${awaitedCdrs} CDRs are awaited: nobody could stop or bill them any more.`,
          );
        await leave({ id: name }, ocpi.registration);
        return { lines: [`Left ${name}. Its points cannot be reached any more.`] };
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
  return { lines: lines.length > 0 ? lines : ['No connection yet.'] };
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
    does: 'reads what a connection sells, and tells what of it cannot be sold',
    fields: { name: NAMED, isAll: ALL },
    run: (ocpi, dependencies, { name, isAll = false }) => pulled(ocpi, dependencies, { name, isAll }),
  }),
  'ocpi status': ocpiCommand<object>({
    does: 'how each connection does, and what waits for a decision',
    fields: {},
    run: statusOf,
  }),
  'ocpi exchanges': ocpiCommand<Named>({
    does: 'the last hundred requests of both sides, without what drivers or peers have written',
    fields: { name: NAMED },
    async run(ocpi, _, { name }) {
      const lines = (await ocpi.exchanges(name)).map(exchangeLine);
      return { lines: lines.length > 0 ? lines : [`Nothing was exchanged with ${name} yet.`] };
    },
  }),
};
