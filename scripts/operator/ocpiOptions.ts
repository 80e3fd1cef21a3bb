import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Joi from 'joi';
import { CONNECTION_NAME } from '../../server/compose/stationAdmin.ts';
import { type Findings, validated } from '../../server/core/formats/faults.ts';
import type { Agreement, SellingSwitches } from '../../server/stations/ocpi/connections/connections.ts';
import { type NamedParties, readParties } from '../../shared/console/parties.ts';

/** What is decided for one connection: as it is written on the command line and in a file of connections. */
const SWITCHES = [
  { option: 'assume-remote-start', field: 'assumeRemoteStart', name: 'assumesRemoteStart' },
  { option: 'sell-regular', field: 'sellRegular', name: 'sellsRegularTariffs' },
  { option: 'accept-zero-vat', field: 'acceptZeroVat', name: 'acceptsZeroVat' },
  { option: 'send-nulls', field: 'sendNulls', name: 'sendsNulls' },
] as const;

const TAX = { option: 'tax-included', field: 'taxIncluded' } as const;
const TAX_WORDS: Readonly<Record<string, SellingSwitches['taxIncluded']>> = { yes: 'YES', no: 'NO' };

function switchesFrom(said: Readonly<Record<string, unknown>>, by: 'option' | 'field'): Partial<SellingSwitches> {
  const on = SWITCHES.flatMap(each => (typeof said[each[by]] === 'boolean' ? [[each.name, said[each[by]]]] : []));
  const taxIncluded = TAX_WORDS[String(said[TAX[by]])];
  return { ...Object.fromEntries(on), ...(taxIncluded && { taxIncluded }) };
}

/** With the parties that the other side represents. */
export interface OcpiWords extends NamedParties {
  words: readonly string[];
  switches: Partial<SellingSwitches>;
  agreed: Partial<Agreement>;
  file: string | null;
  /** Every remark is listed, not only each reason. */
  isAll: boolean;
  /** Of the other side, beside that of its versions. */
  hosts: readonly string[];
  /** Who has it done, and why; missing where nobody has said so. */
  who: string | undefined;
  reason: string | undefined;
}

const HOST = /^[a-z0-9.-]{1,255}$/;

/** `--no-sell-regular` takes a switch back. @throws TypeError naming what is not known */
export function readOcpiWords(args: readonly string[]): OcpiWords {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      file: { type: 'string' },
      all: { type: 'boolean' },
      host: { type: 'string', multiple: true },
      party: { type: 'string', multiple: true },
      hub: { type: 'string' },
      who: { type: 'string' },
      reason: { type: 'string' },
      invoices: { type: 'string' },
      wholesale: { type: 'boolean' },
      [TAX.option]: { type: 'string' },
      ...Object.fromEntries(SWITCHES.map(({ option }) => [option, { type: 'boolean' as const }])),
    },
  });
  const { file, all, host, party, hub, invoices, wholesale, who, reason } = values;
  const named = readParties({
    parties: Array.isArray(party) ? party.map(each => String(each)) : [],
    hub: typeof hub === 'string' ? hub : null,
  });
  if (!named) throw new TypeError('Invalid party. Use --party DE*CPO (behind a hub also DE or all) and --hub DE*HUB.');
  const hosts = Array.isArray(host) ? host.map(String) : [];
  for (const name of hosts) if (!HOST.test(name)) throw new TypeError(`Invalid host ${name}. Use --host api.cpo.example.`);
  const tax = values[TAX.option];
  if (tax !== undefined && !Object.hasOwn(TAX_WORDS, String(tax))) throw new TypeError('Invalid --tax-included. Use yes or no.');
  if (invoices !== undefined && invoices !== 'cpo' && invoices !== 'ours')
    throw new TypeError('Invalid --invoices. Use cpo or ours.');
  return {
    words: positionals,
    switches: switchesFrom(values, 'option'),
    agreed: { ...(invoices && { invoices }), ...(typeof wholesale === 'boolean' && { isWholesale: wholesale }) },
    file: typeof file === 'string' ? file : null,
    isAll: all === true,
    hosts,
    ...named,
    who: typeof who === 'string' ? who : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
  };
}

export const switchesInWords = (switches: SellingSwitches): string => {
  const { taxIncluded } = switches;
  const on = [
    ...SWITCHES.filter(({ name }) => switches[name]).map(({ option }) => `--${option}`),
    ...(taxIncluded === null ? [] : [`--${TAX.option} ${taxIncluded.toLowerCase()}`]),
  ];
  return on.length > 0 ? on.join(' ') : 'no switches';
};

export const agreementInWords = ({ invoices, isWholesale }: Agreement): string =>
  `drivers receive ${invoices === 'cpo' ? 'invoices of the charge point operator and receipts of this app' : 'invoices of this app'}; its prices are ${
    isWholesale ? 'wholesale prices and are not compared with ours' : 'compared with ours'
  }`;

interface FileConnection extends NamedParties {
  name: string;
  versions: string;
  token: string;
  hosts: readonly string[];
}

export interface ConnectionEntry extends FileConnection {
  switches: Partial<SellingSwitches>;
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
      ...Object.fromEntries(SWITCHES.map(({ field }) => [field, Joi.boolean()])),
      ...{ [TAX.field]: Joi.valid(...Object.keys(TAX_WORDS)) },
    }),
  )
  .min(1)
  .unique('name')
  .required();

/** Every connection that a file names, or what is wrong with it, each with its place. */
export function readConnections(file: string): { entries: readonly ConnectionEntry[] } | { faults: readonly string[] } {
  const findings: Findings = { faults: [], remarks: [] };
  const value = validated({ schema: FILE, value: jsonOf(file), where: { file, path: '$' }, findings });
  if (value === null) return { faults: findings.faults.map(({ path, reason }) => `error   ${file} ${path}: ${reason}`) };
  return {
    entries: value.map(({ name, versions, token, hosts, parties, hub, ...said }) => ({
      name,
      versions,
      token,
      hosts,
      parties,
      hub,
      switches: switchesFrom(said, 'field'),
    })),
  };
}

/** Undefined where the file holds no JSON: that is told like any other fault. */
function jsonOf(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
