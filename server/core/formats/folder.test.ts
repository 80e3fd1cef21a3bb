import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { isAsSeen, openFolder, type Seen } from './folder.ts';

let folderPath: string;
const at = (...names: string[]) => path.join(folderPath, ...names);
beforeEach(() => {
  folderPath = mkdtempSync(path.join(tmpdir(), 'folder-'));
  mkdirSync(at('tariffs'));
  for (const name of ['clients.json', 'tariffs/a.json', 'tariffs/b.json', 'notes.txt', 'tariffs/notes.txt'])
    writeFileSync(at(name), `${name} as it is`);
});
afterEach(() => rmSync(folderPath, { recursive: true, force: true }));

function put(folder: string, name: string): void {
  mkdirSync(at(folder));
  writeFileSync(at(folder, name), '');
}

async function recordSeen(): Promise<Seen> {
  const folder = openFolder(folderPath);
  await folder.read('clients.json');
  for (const name of await folder.list('tariffs/')) await folder.read(`tariffs/${name}`);
  expect(folder.isThere('chargePoints.json')).toBe(false);
  expect(await folder.list('locations/')).toEqual([]);
  await expect(folder.read('legal/terms.html')).rejects.toThrow('ENOENT');
  return folder.seen();
}

it('is as it was seen while nothing that was looked at has changed', async () => {
  const seen = await recordSeen();
  expect(await isAsSeen(folderPath, seen)).toBe(true);
  writeFileSync(at('notes.txt'), 'nobody has read it');
  writeFileSync(at('tariffs/notes.txt'), 'nor this');
  utimesSync(at('clients.json'), new Date(0), new Date());
  expect(await isAsSeen(folderPath, seen)).toBe(true);
});

it.each<[string, () => void]>([
  ['one byte', () => writeFileSync(at('tariffs/b.json'), 'tariffs/b.json as it iz')],
  ['a further file', () => writeFileSync(at('tariffs/c.json'), '')],
  ['a file less', () => rmSync(at('tariffs/a.json'))],
  ['a name', () => renameSync(at('tariffs/a.json'), at('tariffs/aa.json'))],
  ['a file that was missing', () => put('legal', 'terms.html')],
  ['a file that nobody needed', () => writeFileSync(at('chargePoints.json'), '{}')],
  ['a folder that was not there', () => put('locations', 'a.json')],
])('is another one with another content: %s', async (_, change) => {
  const seen = await recordSeen();
  change();
  expect(await isAsSeen(folderPath, seen)).toBe(false);
});

it('is never as it was seen where a file has changed while it was read', async () => {
  const folder = openFolder(folderPath);
  await folder.read('clients.json');
  writeFileSync(at('clients.json'), 'another one');
  await folder.read('clients.json');
  expect(await isAsSeen(folderPath, folder.seen())).toBe(false);
});
