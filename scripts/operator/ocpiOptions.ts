import { readFileSync } from 'node:fs';
import Joi from 'joi';
import { CONNECTION_NAME } from '../../server/compose/stationAdmin.ts';
import { type Findings, validated } from '../../server/core/formats/faults.ts';
import { type Fields, field, parsed } from '../../server/staff/acts/fields.ts';
import type { Agreement, SellingSwitches } from '../../server/stations/ocpi/connections/connections.ts';
import { type NamedParties, readParties } from '../../shared/console/parties.ts';

/** The switches of a connection. `option`: name on the command line. `field`: name in a JSON file of connections. */
const SWITCHES = [
  { option: 'assume-remote-start', field: 'assumeRemoteStart', name: 'assumesRemoteStart' },
  { option: 'sell-regular', field: 'sellRegular', name: 'sellsRegularTariffs' },
  { option: 'accept-zero-vat', field: 'acceptZeroVat', name: 'acceptsZeroVat' },
  { option: 'send-nulls', field: 'sendNulls', name: 'sendsNulls' },
] as const;
const TAX_WORDS: Readonly<Record<string, SellingSwitches['taxIncluded']>> = { yes: 'YES', no: 'NO' };

/** The switches as command line options. The prefix `no-`, as in `--no-sell-regular`, switches off. */
export const SWITCH_FIELDS: Fields = {
  ...Object.fromEntries(
    SWITCHES.map(({ option, name }) => [
      name,
      field(
        `[--[no-]${option}]`,
        parsed(typed => typed === 'true'),
      ),
    ]),
  ),
  taxIncluded: field(
    '[--tax-included yes|no]',
    parsed(word => TAX_WORDS[word] ?? null),
    'Invalid --tax-included. Use yes or no.',
  ),
};

/** Returns only the switches among the option values of a command. */
export const switchesIn = (values: Partial<SellingSwitches>): Partial<SellingSwitches> =>
  Object.fromEntries(
    Object.keys(SWITCH_FIELDS).flatMap(name => (name in values ? [[name, values[name as keyof SellingSwitches]]] : [])),
  );

const HOST = /^[a-z0-9.-]{1,255}$/;
export const HOSTS = field(
  '[--host <name>]…',
  parsed(typed => (typed.split(',').every(name => HOST.test(name)) ? typed.split(',') : null)).default([]),
  'Invalid host. Use --host api.cpo.example.',
);

export const switchesInWords = (switches: SellingSwitches): string => {
  const { taxIncluded } = switches;
  const on = [
    ...SWITCHES.filter(({ name }) => switches[name]).map(({ option }) => `--${option}`),
    ...(taxIncluded === null ? [] : [`--tax-included ${taxIncluded.toLowerCase()}`]),
  ];
  return on.length > 0 ? on.join(' ') : 'no switches';
};

export const agreementInWords = ({ invoices, isWholesale }: Agreement): string =>
  `drivers receive ${invoices === 'cpo' ? 'invoices of the charge point operator and receipts of this app' : 'invoices of this app'}; its prices are ${
    isWholesale ? 'wholesale prices and are not compared with ours' : 'compared with ours'
  }`;

export interface ConnectionEntry extends NamedParties {
  name: string;
  versionsUrl: string;
  token: string;
  hosts: readonly string[];
  switches: Partial<SellingSwitches>;
}

interface FileConnection extends Omit<ConnectionEntry, 'versionsUrl' | 'switches'> {
  versions: string;
}

const partyName = Joi.string().custom((name: string, helpers) =>
  readParties({ parties: [name], hub: null }) ? name : helpers.message({ custom: 'is a party such as DE*CPO' }),
);

const FILE = Joi.array<FileConnection[]>()
  .items(
    Joi.object<FileConnection>({
      name: Joi.string().pattern(CONNECTION_NAME, 'lower-case letters, digits and -').required(),
      versions: Joi.string()
        .uri({ scheme: ['https', 'http'] })
        .required(),
      token: Joi.string().max(64).required(),
      hosts: Joi.array().items(Joi.string().pattern(HOST, 'a name such as api.cpo.example')).default([]),
      parties: Joi.array().items(partyName).default([]),
      hub: partyName.default(null),
      ...Object.fromEntries(SWITCHES.map(switched => [switched.field, Joi.boolean()])),
      ...{ taxIncluded: Joi.valid(...Object.keys(TAX_WORDS)) },
    }),
  )
  .min(1)
  .unique('name')
  .required();

/**
 * Reads a JSON file of connections.
 * @returns the connections, or the errors with their paths in the file
 */
export function readConnections(file: string): { entries: readonly ConnectionEntry[] } | { faults: readonly string[] } {
  const findings: Findings = { faults: [], remarks: [] };
  const value = validated({ schema: FILE, value: jsonOf(file), where: { file, path: '$' }, findings });
  if (value === null) return { faults: findings.faults.map(({ path, reason }) => `error   ${file} ${path}: ${reason}`) };
  const names = new Map<string, string>(SWITCHES.map(switched => [switched.field, switched.name]));
  return {
    entries: value.map(({ name, versions, token, hosts, parties, hub, ...rest }) => ({
      ...{ name, versionsUrl: versions, token, hosts, parties, hub },
      switches: Object.fromEntries(
        Object.entries(rest).map(([written, is]) => [names.get(written) ?? written, TAX_WORDS[String(is)] ?? is]),
      ),
    })),
  };
}

/** Parses a JSON file. If the text is not JSON, returns the text, so that the validation reports the error. */
function jsonOf(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
