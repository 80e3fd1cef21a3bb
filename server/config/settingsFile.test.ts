import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fc, runs } from '../../test/support/property.ts';
import { readAsSystemd } from '../../test/support/systemdEnvironment.ts';
import { readConfig } from './config.ts';
import { readSettingsFile, withSettingsFile } from './settingsFile.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const file = path.join(folder, 'charging.env');
  writeFileSync(file, text);
  return file;
}

/** Reads a settings text as a shell does (`set -a; . file`), and as systemd does. */
function readByOthers(text: string) {
  const read = 'set -a; . "$1" || exit 1; set +a; exec env -0';
  const env = execFileSync('/bin/sh', ['-c', read, 'sh', fileOf(text)], { env: {}, encoding: 'utf8' });
  const pairs = env.split('\0').filter(Boolean);
  const byShell = Object.fromEntries(pairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
  for (const own of ['PWD', 'SHLVL', '_', 'OLDPWD', 'PATH']) delete byShell[own];
  return { byShell, bySystemd: readAsSystemd(text) };
}

const GUIDE = readFileSync('docs/operators.md', 'utf8');
const [, EXAMPLE = ''] = /```sh\n(# \/etc\/charging\.env\n[^`]*)```/.exec(GUIDE) ?? [];
/** Values that replace the placeholders in <> of the example file. */
const OWN: Readonly<Record<string, string>> = {
  '<at least 32 characters>': 'a $ecret of thirty-two "characters"',
  '<at least 16 characters>': 'sixteen characters; & more',
  '<user>:<password>': 'shop:p$HOME%23;rd',
  '<sk_live_…>': 'sk_live_x1',
  '<whsec_…>': 'whsec_abc',
};
const written = Object.entries(OWN).reduce((text, [place, value]) => text.replaceAll(place, value), EXAMPLE);

describe('The settings file of the guide', () => {
  it('is read alike by a shell, by systemd and by the app', () => {
    const { byShell, bySystemd } = readByOthers(written);
    const bySettings = readSettingsFile(fileOf(written));
    expect(bySettings.MAIL_FROM).toBe('Stadtwerk <laden@stadtwerk.example>');
    expect(Object.keys(bySettings).length).toBeGreaterThan(10);
    expect(byShell).toEqual(bySettings);
    expect(bySystemd).toEqual(bySettings);
  });

  it('starts a live shop with nothing else set', () => {
    const config = readConfig(withSettingsFile({ SETTINGS_FILE: fileOf(written) }));
    expect(config).toMatchObject({ isDemo: false, stations: ['ocpi', 'ocpp'], ocpi: { name: 'Charge Example' } });
  });
});

describe('A settings file', () => {
  it('gives way to what the environment has itself', () => {
    const file = fileOf("PORT='3100'\nDATA_DIR=/srv/data\n");
    expect(withSettingsFile({ SETTINGS_FILE: file, PORT: '3200' })).toMatchObject({ PORT: '3200', DATA_DIR: '/srv/data' });
  });

  it.each([
    ['a value that a shell divides', 'OCPI_NAME=Charge Example'],
    ['a value that a shell takes for a file', 'MAIL_FROM=Stadtwerk <laden@stadtwerk.example>'],
    ['a value that a shell expands', 'SECRET=pa$$word'],
    ['double quotes, in which a shell expands', 'SECRET="pa$$word"'],
    ['a value that is quoted in part', "SECRET='pass'word"],
    ['a home folder', 'DATA_DIR=~/data'],
    ['a line of systemd alone', '; a comment'],
    ['a line of a shell alone', "export SECRET='password'"],
    ['a quote that is left open', "SECRET='password"],
    ['a line end of Windows', "SECRET='password'\r"],
    ['spaces around =', "SECRET = 'password'"],
  ])('is refused with %s: the line is named, and its value is not repeated', (_, line) => {
    const read = () => readSettingsFile(fileOf(`# settings\n\n${line}\nPORT=3000\n`));
    expect(read).toThrow(/- line 3 /);
    expect(read).not.toThrow(/pass|Charge Example|laden@/);
  });

  it('that is not there is refused by its name', () => {
    expect(() => withSettingsFile({ SETTINGS_FILE: path.join(folder, 'none.env') })).toThrow(/"SETTINGS_FILE" .*none\.env/);
  });

  it('is read by nobody in another way once the app has accepted it', () => {
    const character = fc.constantFrom(...'ab0 \t$`"\'\\~*?#;&|<>(){}[]=:,./%@^+-!é€');
    const lines = fc.array(
      fc
        .tuple(fc.string({ unit: character, maxLength: 12 }), fc.boolean())
        .map(([value, isQuoted]) => (isQuoted ? `'${value}'` : value)),
      { minLength: 40, maxLength: 40 },
    );
    fc.assert(
      fc.property(lines, values => {
        const accepted = values.filter(value => isAccepted(`A=${value}`));
        const text = accepted.map((value, n) => `N_${n}=${value}\n`).join('');
        const { byShell, bySystemd } = readByOthers(text);
        const bySettings = readSettingsFile(fileOf(text));
        expect(byShell).toEqual(bySettings);
        expect(bySystemd).toEqual(bySettings);
      }),
      runs(30),
    );
  });
});

function isAccepted(line: string): boolean {
  try {
    readSettingsFile(fileOf(line));
    return true;
  } catch {
    return false;
  }
}
