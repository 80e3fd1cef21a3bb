// npm run settings: prints the table of docs/settings.md, which is generated from the schema of the settings. With -- --write,
// updates docs/settings.md. With -- --check, fails if it is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../../server/config/settings.ts';

const PAGE = new URL('../../docs/settings.md', import.meta.url);
const BETWEEN = /(?<=<!-- settings -->\n)[\s\S]*(?=<!-- \/settings -->)/;

/** A setting as described by Joi. */
interface Setting {
  type: string;
  flags: { only?: boolean; default?: unknown; description: string };
  allow?: readonly unknown[];
  rules?: readonly Rule[];
}
interface Rule {
  name: string;
  args?: { limit?: number; options?: { scheme: readonly string[] } };
}

const code = (text: unknown): string => `\`${text}\``;
const ruleOf = (rules: readonly Rule[], name: string): Rule['args'] => rules.find(rule => rule.name === name)?.args;
const addressIn = (schemes: readonly string[]): string => `address, ${schemes.map(scheme => code(`${scheme}:`)).join(' or ')}`;

/** Describes the values that a setting accepts. */
function valuesOf({ type, flags, allow = [], rules = [] }: Setting): string {
  if (flags.only) return allow.map(code).join(', ');
  const { options: address } = ruleOf(rules, 'uri') ?? {};
  if (address) return addressIn(address.scheme);
  if (rules.some(({ name }) => name === 'port')) return 'port';
  const [min, max] = [ruleOf(rules, 'min')?.limit, ruleOf(rules, 'max')?.limit];
  if (type === 'number') return `${min} to ${max}`;
  if (min !== undefined) return `text, ${min} characters or more`;
  return max === undefined ? 'text' : `text, at most ${max} characters`;
}

function table(): string {
  const rows = Object.entries(SETTINGS.describe().keys as Readonly<Record<string, Setting>>).map(([name, setting]) => {
    const { default: preset, description } = setting.flags;
    return [code(name), description, valuesOf(setting), preset === undefined ? '' : code(preset)];
  });
  const lines = [['Setting', 'Meaning', 'Values', 'Default'], ['---', '---', '---', '---'], ...rows];
  return lines.map(cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`).join('');
}

const page = readFileSync(PAGE, 'utf8');
if (!BETWEEN.test(page)) throw new Error('docs/settings.md contains no settings markers');
const isSame = page.match(BETWEEN)?.[0] === table();

if (process.argv.includes('--write')) writeFileSync(PAGE, page.replace(BETWEEN, table));
else if (!process.argv.includes('--check')) process.stdout.write(table());
else if (isSame) console.log('docs/settings.md is up to date.');
else {
  console.error('docs/settings.md is outdated. Update the file with: npm run settings -- --write');
  process.exitCode = 1;
}
