import Joi from 'joi';
import type { StationAct } from '../../../shared/console/acts.ts';
import type { PreviewStep } from '../../../shared/console/operating.ts';
import { type StationSettings, TRIGGERS } from '../../../shared/console/stationCommands.ts';
import { LOG_KINDS } from '../../../shared/console/stationLogFiles.ts';
import type { StationCommand } from '../../core/ports/stationCommands.ts';
import type { AuditFacts } from '../../store/tables/otherTables.ts';
import { type ActContext, ActRefused, type ActRow, act, NO_MONEY, textsOf, within } from './act.ts';
import { type Fields, field, IDENTITY, OPTIONAL_REASON, parsed, WITHOUT_REASON } from './fields.ts';
import { NOT_CHANGEABLE, sendToStation } from './sendToStation.ts';
import { ocppOf } from './stationActs.ts';
import { hostIn, isTransferAddress, MAX_ADDRESS_LENGTH, TRANSFER_SCHEMES } from './transferAddress.ts';

type OcppAct = Extract<StationAct, { identity: string }>;
type ActOf<Does extends OcppAct['does']> = Extract<OcppAct, { does: Does }>;

const { text, step } = textsOf('stations');

interface CommandRow<A> {
  command: { name: string; does: string };
  /** Fields besides the identity of the station and the reason. */
  fields: Fields;
  send(act: A): StationCommand;
  /** Last part of the text key of the button. */
  button?(act: A): string;
  steps(act: A): PreviewStep[];
  facts?(act: A): AuditFacts;
  /** True: in the console and over the API, the action needs a reason. */
  needsReason?: boolean;
  /** @throws ActRefused if a value of the action is not valid */
  check?(act: A, settings: () => Promise<StationSettings | null>, context: ActContext): void | Promise<void>;
  /** What the command line prints when the station has executed the command. Absent: 'Done.'. */
  done?(act: A): string;
}

const SCHEDULED = 'The station has scheduled the command.';

/** Defines an action that sends one command to a station. The answer of the station decides whether the action is done. */
export const stationCommand = <Does extends OcppAct['does']>(does: Does, row: CommandRow<ActOf<Does>>): ActRow =>
  act<ActOf<Does>>({
    subject: 'station',
    fields: {
      identity: IDENTITY,
      ...row.fields,
      reason: OPTIONAL_REASON,
    },
    command: row.command,
    about: ({ identity }) => identity,
    async run(context, fields) {
      const ocpp = ocppOf(context);
      const { identity } = fields;
      if (!(await ocpp.knows(within(context).store, identity)))
        throw new ActRefused(`Unknown station ${identity}.`, text('refusal.noStation', { identity }));
      if (row.needsReason && fields.reason === '' && context.actor.who.by !== 'command')
        throw new ActRefused(WITHOUT_REASON, text('refusal.noReason'));
      // Checked before the action is recorded, so that no refused value is stored.
      await row.check?.(fields, () => ocpp.findSettings(within(context).store, identity), context);
      return {
        ...NO_MONEY,
        button: text(`command.${does}.${row.button?.(fields) ?? 'button'}`),
        steps: row.steps(fields),
        ...(row.facts ? { facts: row.facts(fields) } : {}),
        lines: [],
        async afterwards() {
          const outcome = await sendToStation(ocpp, identity, row.send(fields));
          return { lines: [outcome === 'scheduled' ? SCHEDULED : (row.done?.(fields) ?? 'Done.')] };
        },
      };
    },
  });

/** Longest value of OCPP 1.6 (CiString500Type). */
const MAX_VALUE_LENGTH = 500;
const MAX_EVSE = 999;

/** Actions that send a command to an OCPP station. */
export const OCPP_ACTS = {
  'restart-station': stationCommand('restart-station', {
    command: { name: 'station reset', does: 'Restart a station when no session is running; with `hard` at once' },
    fields: {
      isHard: field(
        '[hard]',
        parsed(typed => (typed === 'hard' ? true : null)).default(false),
        'Invalid argument. Only `hard` may follow the identity.',
      ),
    },
    needsReason: true,
    send: ({ isHard }) => ({ does: 'reset', isHard }),
    steps: ({ identity }) => [step('reset.restarts', { identity }), step('reset.back')],
    facts: ({ isHard }) => ({ isHard }),
  }),
  'set-availability': stationCommand('set-availability', {
    command: { name: 'station availability', does: 'Set a station or one of its EVSEs in or out of service' },
    fields: {
      isOperative: field(
        'on|off',
        parsed(typed => (['on', 'off'].includes(typed) ? typed === 'on' : null)).required(),
        'Missing state. Use on or off.',
      ),
      evse: field(
        '[EVSE number]',
        Joi.number().integer().min(1).default(null),
        'Invalid EVSE. Use its number at the station, such as 1.',
      ),
    },
    needsReason: true,
    check({ evse }) {
      if (evse !== null && !(Number.isInteger(evse) && evse > 0 && evse <= MAX_EVSE))
        throw new ActRefused('Invalid EVSE. Use its number at the station, such as 1.', text('refusal.noEvse'));
    },
    send: ({ isOperative, evse }) => ({
      ...{ does: 'set availability', isOperative },
      plug: evse === null ? null : { evse, connector: 1 },
    }),
    button: ({ isOperative }) => (isOperative ? 'onButton' : 'offButton'),
    steps: ({ isOperative }) => [
      step(`command.set-availability.${isOperative ? 'on' : 'off'}`),
      step('command.set-availability.session'),
    ],
    facts: ({ isOperative, evse }) => ({ isOperative, ...(evse === null ? {} : { evse }) }),
  }),
  'change-password': stationCommand('change-password', {
    command: { name: 'station password', does: 'Change the password of a connected station' },
    fields: {},
    needsReason: true,
    send: () => ({ does: 'change its password' }),
    steps: () => [step('command.change-password.sent'), step('command.change-password.old')],
  }),
  'trigger-message': stationCommand('trigger-message', {
    command: { name: 'station trigger', does: 'Request a message of a station, such as StatusNotification' },
    fields: {
      message: field('<message>', Joi.valid(...TRIGGERS).required(), `Unknown message. Use one of: ${TRIGGERS.join(', ')}.`),
    },
    check({ message }) {
      if (!TRIGGERS.includes(message)) throw new ActRefused('Unknown message.', text('refusal.noMessage'));
    },
    send: ({ message }) => ({ does: 'trigger a message', message }),
    steps: () => [step('command.trigger-message.sent')],
    facts: ({ message }) => ({ message }),
    done: () => 'The station sends the message. `station log` shows the message.',
  }),
  'read-settings': stationCommand('read-settings', {
    command: { name: 'station read-settings', does: 'Request all settings of a station; `station settings` lists them' },
    fields: {},
    send: () => ({ does: 'read settings' }),
    steps: () => [step('command.read-settings.sent')],
    done: () => 'The station sends its settings. `station settings` lists them.',
  }),
  'change-setting': stationCommand('change-setting', {
    command: { name: 'station set', does: 'Change a setting of a station, by its name in `station settings`' },
    fields: {
      setting: field('<setting>', Joi.string().trim().max(200).required(), 'Missing name of the setting.'),
      value: field('<value>', Joi.string().max(MAX_VALUE_LENGTH).allow('').required(), 'Missing value of the setting.'),
    },
    needsReason: true,
    async check({ setting, value }, settings) {
      const found = (await settings())?.settings.filter(({ name }) => name === setting) ?? [];
      const [only] = found;
      if (found.length !== 1 || !only || only.isReadOnly || only.isSecret)
        throw new ActRefused(NOT_CHANGEABLE, text('refusal.command.unknown'));
      // The app computes prices and limits with these settings.
      if (only.isRequired) throw new ActRefused('The app sets this setting itself.', text('refusal.requiredSetting'));
      if (value.length > MAX_VALUE_LENGTH)
        throw new ActRefused(
          `A value has at most ${MAX_VALUE_LENGTH} characters.`,
          text('refusal.longValue', { max: MAX_VALUE_LENGTH }),
        );
    },
    send: ({ setting, value }) => ({ does: 'change a setting', name: setting, value }),
    steps: () => [step('command.change-setting.sent')],
    facts: ({ setting, value }) => ({ setting, value }),
    done: ({ setting }) => `The station has accepted the value. \`station settings\` shows ${setting} as it was read back.`,
  }),
  'request-log': stationCommand('request-log', {
    command: { name: 'station request-log', does: 'Request a log file of a station; `station log-files` lists what has arrived' },
    fields: {
      log: field('[diagnostics|security]', Joi.valid(...LOG_KINDS).default('diagnostics'), 'Use diagnostics or security.'),
      to: field('[--to <address>]', Joi.string().trim().max(MAX_ADDRESS_LENGTH).empty('').default(null)),
    },
    needsReason: true,
    check({ log, to }) {
      if (!LOG_KINDS.includes(log)) throw new ActRefused('Use diagnostics or security.', text('refusal.noLog'));
      if (to !== null && !isTransferAddress(to))
        throw new ActRefused(
          `Invalid address. Use ${TRANSFER_SCHEMES.join(', ')} with at most ${MAX_ADDRESS_LENGTH} characters.`,
          text('refusal.noUploadAddress', { max: MAX_ADDRESS_LENGTH }),
        );
    },
    send: ({ log, to }) => ({ does: 'request a log file', kind: log, to: to === null ? null : new URL(to).href }),
    steps: ({ to }) => [
      step('command.request-log.sent'),
      to === null ? step('command.request-log.here') : step('command.request-log.there', { server: hostIn(to) }),
    ],
    facts: ({ log, to }) => ({ log, ...(to === null ? {} : { to: hostIn(to) }) }),
    done: () => 'The station uploads the file. `station log-files` lists what has arrived.',
  }),
} satisfies Partial<Record<StationAct['does'], ActRow>>;
