import { createHash } from 'node:crypto';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import { LEGAL_KINDS } from '../../../shared/model/legal.ts';
import { type Country, isCountry, LOCALES } from '../../../shared/model/locales.ts';
import { type Findings, pathBelow, validated } from '../../core/formats/faults.ts';
import { CLIENTS_FILE, type Folder } from '../../core/formats/folder.ts';
import { readJson, unreadable } from '../../core/formats/jsonFiles.ts';
import { legalNodes } from '../../core/formats/legalNodes.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import { CLIENTS, type ClientEntry } from './clientSchema.ts';
import { imageFault, readImage } from './logos.ts';

const MAX_FILE_BYTES = 512 * 1024;

interface Reading {
  folder: Folder;
  findings: Findings;
}

/**
 * Reads every brand with its logos and legal texts.
 * @returns null if clients.json is missing, is not JSON, or violates the schema
 */
export async function readClients({ folder, findings }: Reading): Promise<ClientRecord[] | null> {
  const content = await readJson({ folder, file: CLIENTS_FILE, findings });
  if (content === undefined) return null;
  const entries = validated({ schema: CLIENTS, value: content, where: { file: CLIENTS_FILE, path: '$' }, findings });
  if (entries === null) return null;
  checkParties({ entries, findings });
  checkPrefixes({ entries, findings });
  return Promise.all(entries.map((entry, at) => clientRecord({ entry, path: `$[${at}]`, folder, findings })));
}

function checkParties({ entries, findings }: { entries: readonly ClientEntry[]; findings: Findings }): void {
  const owners = new Map<string, string>();
  for (const [at, { id, parties }] of entries.entries()) {
    const refuse = (reason: string) => findings.faults.push({ file: CLIENTS_FILE, path: `$[${at}].parties`, reason });
    if (id === NEUTRAL_BRAND && parties.length > 0) refuse('the neutral brand sells nothing: it has no parties');
    for (const party of parties) {
      const owner = owners.get(party);
      if (owner !== undefined) refuse(`${party} already belongs to ${owner}`);
      owners.set(party, id);
    }
  }
}

async function clientRecord({ entry, path, ...reading }: { entry: ClientEntry; path: string } & Reading): Promise<ClientRecord> {
  const {
    colors,
    payments,
    support,
    retentionDays,
    country,
    logo,
    logoDark,
    logoPrint,
    legal,
    vat,
    smallInvoiceLimit,
    invoices,
    ...same
  } = entry;
  const supplierCountry = entry.supplier.country.toLowerCase();
  return {
    ...same,
    numberPrefix: prefixOf(entry),
    country: lowerCountry(country) ?? (isCountry(supplierCountry) ? supplierCountry : 'de'),
    logo: await readLogo({ name: logo, path: `${path}.logo`, ...reading }),
    logoDark: await readLogo({ name: logoDark, path: `${path}.logoDark`, ...reading }),
    logoPrint: await readPrintLogo({ name: logoPrint, path: `${path}.logoPrint`, ...reading }),
    colors,
    vat: byCountry(vat),
    smallInvoiceLimit: byCountry(smallInvoiceLimit),
    invoices: byCountry(invoices),
    paymentAccount: payments.account,
    supportPhone: support.phone,
    supportEmail: support.email,
    contactRetentionDays: retentionDays.contact,
    legal: await readLegal({ legal, path: `${path}.legal`, ...reading }),
  };
}

/** Returns the prefix of the brand's document numbers. The default is the brand's id, which is unique. */
const prefixOf = ({ id, numberPrefix }: ClientEntry): string => numberPrefix ?? id.toUpperCase();

/** Checks the number prefixes: brands of one supplier may share a series of document numbers, two suppliers may not. */
function checkPrefixes({ entries, findings }: { entries: readonly ClientEntry[]; findings: Findings }): void {
  const owners = new Map<string, string>();
  for (const [at, entry] of entries.entries()) {
    const prefix = prefixOf(entry);
    const owner = owners.get(prefix) ?? entry.supplier.name;
    owners.set(prefix, owner);
    if (owner === entry.supplier.name) continue;
    const reason = `${prefix} already stands in the document numbers of ${owner}`;
    findings.faults.push({ file: CLIENTS_FILE, path: `$[${at}].numberPrefix`, reason });
  }
}

const lowerCountry = (code: string | undefined): Country | undefined => {
  const lower = code?.toLowerCase();
  return isCountry(lower) ? lower : undefined;
};

function byCountry<T>(table: Partial<Record<Uppercase<Country>, T>>): Partial<Record<Country, T>> {
  return Object.fromEntries(Object.entries(table).map(([code, value]) => [code.toLowerCase(), value]));
}

type ReadFileOptions = { name: string | null; path: string } & Reading;

/**
 * Reads a file that clients.json refers to.
 * @returns null if `name` is null. If the file is refused, adds an import error and returns null as well
 */
async function readNamed({ name, path, folder, findings }: ReadFileOptions): Promise<Buffer | null> {
  if (name === null) return null;
  const refuse = (reason: string) => {
    findings.faults.push({ file: CLIENTS_FILE, path, reason: `${name} ${reason}` });
    return null;
  };
  const inside = relative(folder.place, resolve(folder.place, name));
  if (isAbsolute(name) || inside.startsWith('..')) return refuse('is outside the folder');
  try {
    const bytes = await folder.read(inside);
    return bytes.length > MAX_FILE_BYTES ? refuse(`is larger than ${MAX_FILE_BYTES / 1024} KiB`) : bytes;
  } catch (error) {
    return refuse(unreadable(error));
  }
}

async function readLogo(options: ReadFileOptions): Promise<ClientRecord['logo']> {
  const bytes = await readNamed(options);
  if (bytes === null || options.name === null) return null;
  const image = readImage(bytes);
  if ('reason' in image) return imageFault({ ...options, file: CLIENTS_FILE, reason: image.reason });
  return { fileName: basename(options.name), ...image, base64: bytes.toString('base64') };
}

async function readPrintLogo(options: ReadFileOptions): Promise<ClientRecord['logoPrint']> {
  const bytes = await readNamed(options);
  if (bytes === null) return null;
  const image = readImage(bytes);
  if ('reason' in image) return imageFault({ ...options, file: CLIENTS_FILE, reason: image.reason });
  if (image.contentType === 'image/svg+xml')
    return imageFault({ ...options, file: CLIENTS_FILE, reason: 'must be PNG or JPEG: documents cannot hold an SVG' });
  return { contentType: image.contentType, base64: bytes.toString('base64') };
}

async function readLegal({
  legal,
  path,
  ...reading
}: { legal: ClientEntry['legal']; path: string } & Reading): Promise<ClientRecord['legal']> {
  const texts: ClientRecord['legal'] = {};
  for (const locale of LOCALES) {
    for (const kind of LEGAL_KINDS) {
      const name = legal[locale]?.[kind];
      if (name === undefined) continue;
      const bytes = await readNamed({ name, path: pathBelow(path, [locale, kind]), ...reading });
      if (bytes === null) continue;
      const html = bytes.toString('utf8');
      const hash = createHash('sha256').update(bytes).digest('hex');
      texts[locale] = { ...texts[locale], [kind]: { html, hash, nodes: legalNodes(html) } };
    }
  }
  return texts;
}
