import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { VERSION } from '../../server/platform/version.ts';

const HEADINGS = ['Operators must', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const MAX_WORDS = 30;

interface Release {
  version: string;
  date: string;
  headings: readonly string[];
  /** The lines of the release without headings and empty lines. */
  lines: readonly string[];
}

const textOf = (file: string): string => readFileSync(file, 'utf8');

function readReleases(text: string): Release[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title = '', ...rest] = section.split('\n');
      const [, version = '', date = ''] = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/.exec(title) ?? [];
      const headings = rest.filter(line => line.startsWith('### ')).map(line => line.slice(4));
      return { version, date, headings, lines: rest.filter(line => line !== '' && !line.startsWith('### ')) };
    });
}

/** Returns the lines that are no list entry or have more than `MAX_WORDS` words. */
const longEntries = ({ lines }: Release): string[] =>
  lines.filter(line => !line.startsWith('- ') || line.slice(2).split(/\s+/).length > MAX_WORDS);

describe('CHANGELOG.md', () => {
  const releases = readReleases(textOf('CHANGELOG.md'));

  it('begins with the version of package.json and package-lock.json, which the app reports', () => {
    const versionIn = (file: string): string => (JSON.parse(textOf(file)) as { version: string }).version;
    expect([versionIn('package.json'), versionIn('package-lock.json'), VERSION]).toEqual(
      Array.from({ length: 3 }, () => releases[0]?.version),
    );
  });

  it('has a version and a date in the title of each release, the newest first', () => {
    expect(releases.filter(({ version, date }) => version === '' || Number.isNaN(Date.parse(date)))).toEqual([]);
    const dates = releases.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it.each(releases)('has known headings and entries of one line in $version', release => {
    expect(release.headings).toEqual(HEADINGS.filter(heading => release.headings.includes(heading)));
    expect(longEntries(release)).toEqual([]);
  });
});

describe('The check of the changelog', () => {
  const [release] = readReleases('## [2.0.0] - 2027-01-01\n\n### Improved\n\n- One.\nTwo.\n');

  it('finds a heading that is not known and an entry that is no line of a list', () => {
    expect(release).toMatchObject({ version: '2.0.0', date: '2027-01-01', headings: ['Improved'] });
    expect(release && longEntries(release)).toEqual(['Two.']);
  });

  it('finds an entry that is too long', () => {
    const [long] = readReleases(`## [2.0.0] - 2027-01-01\n- ${'word '.repeat(MAX_WORDS)}word\n`);
    expect(long && longEntries(long)).toHaveLength(1);
  });
});
