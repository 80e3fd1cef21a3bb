import type { Act } from '../../../shared/console/acts.ts';
import type { Acted, Contact } from '../../../shared/console/operating.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import { createActing } from '../acts/actService.ts';
import { ActRefused } from '../acts/manualSettlement.ts';
import type { Command, CommandDependencies } from './commands.ts';
import { askerOf } from './manualCommand.ts';
import { readNumber } from './parseOptions.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Acts of the console, by the same code: each is in the audit, with who did it. */
export const ACT_COMMANDS: Readonly<Record<string, Command>> = {
  note: {
    usage: 'note --transaction <number> --text "…" --who "…"',
    does: 'Add an internal note to a session',
    options: ['transaction', 'text', 'who'],
    async run(dependencies, { transaction = '', text = '', who }) {
      const number = readNumber(transaction);
      await act(dependencies, who, { does: 'note', number, reason: text });
      return [`Note added to transaction ${number}.`];
    },
  },
  'see-contact': {
    usage: 'see-contact --transaction <number> --reason "…" --who "…"',
    does: 'Show the name and email address of a driver',
    options: ['transaction', 'reason', 'who'],
    async run(dependencies, options) {
      const { name, email } = await seeContact(dependencies, options);
      return [name || '(no name)', email || '(no email address)'];
    },
    data: seeContact,
  },
  'send-receipt': {
    usage: 'send-receipt --transaction <number> [--reason "…"] --who "…"',
    does: 'Email the receipt of a session again, to the address of the order',
    options: ['transaction', 'reason', 'who'],
    async run(dependencies, { transaction = '', reason = '', who }) {
      const number = readNumber(transaction);
      await act(dependencies, who, { does: 'send-receipt', number, reason });
      return [`The receipt of transaction ${number} will be sent.`];
    },
  },
  'take-on': {
    usage: 'take-on <id> --who "…"',
    does: 'Assign an alert to yourself',
    options: ['who'],
    operands: 'id',
    async run(dependencies, { id = '', who }) {
      if (!/^\d{1,15}$/.test(id)) throw new RangeError('Missing alert id. `attention` lists the ids: take-on 12 --who "…"');
      await act(dependencies, who, { does: 'take-on', attention: Number(id), reason: '' });
      return [`Alert ${id} is assigned to ${(who ?? '').trim()}. The overview of the console shows it.`];
    },
  },
};

async function seeContact(dependencies: CommandDependencies, { transaction = '', reason = '', who }: Options): Promise<Contact> {
  if (reason.trim() === '') throw new ActRefused('Missing --reason. It is stored in the audit log.');
  const { told } = await act(dependencies, who, { does: 'see-contact', number: readNumber(transaction), reason });
  if (!told) throw new ActRefused('No contact details are stored for this session.');
  return told;
}

/** The other platform did not come together with us; `why` in English. */
export class NotConnected extends ActRefused {
  readonly why: string;
  constructor(why: string) {
    super(`Not connected: ${why}`);
    this.why = why;
  }
}

type DoneAct = Extract<Acted, { kind: 'done' }>;

/** @throws RangeError where nobody says who acts, NotStuck where it is refused */
export async function act({ store, now, desk }: CommandDependencies, who: string | undefined, ask: Act): Promise<DoneAct> {
  const asker = askerOf(who);
  const form = asker.requestId;
  // The running app finds what is enqueued by itself.
  const about = 'number' in ask || !desk ? {} : { desk: desk() };
  const context = { store, clock: { now: () => now }, holidays: createHolidays(), wake: () => undefined, ...about };
  const acting = createActing(context, asker);
  const acted = await acting.act({ ...ask, seen: 0, form });
  if (acted.kind === 'not-now') throw new ActRefused(acted.why);
  if (acted.kind === 'not-connected') throw new NotConnected(acted.why);
  if (acted.kind !== 'done') throw new ActRefused('The session has changed in the meantime. Try again.');
  return acted;
}
