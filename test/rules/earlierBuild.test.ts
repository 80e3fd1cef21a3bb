import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { earlierThan, removeOthers, withdrawBuild } from '../../scripts/build/earlierBuild.ts';

let outDir: string;
const assets = () => path.join(outDir, 'assets');
beforeEach(() => {
  outDir = mkdtempSync(path.join(tmpdir(), 'earlier-build-'));
  mkdirSync(assets());
});
afterEach(() => rmSync(outDir, { recursive: true, force: true }));

/** Makes a build as esbuild.config.mjs does. */
function build(id: string, files: readonly string[]): void {
  const earlier = earlierThan(id, withdrawBuild(outDir));
  for (const file of files) for (const end of ['', '.br', '.gz']) writeFileSync(path.join(assets(), file + end), id);
  removeOthers(assets(), [...files, ...earlier]);
  writeFileSync(path.join(outDir, 'manifest.json'), JSON.stringify({ build: id, files, earlier }));
}
const listScripts = () => readdirSync(assets()).filter(name => name.endsWith('.js'));

it('files of one build before are kept, and those of no other', () => {
  build('a', ['both.js', 'a.js']);
  build('b', ['both.js', 'b.js']);
  expect(listScripts()).toEqual(['a.js', 'b.js', 'both.js']);
  build('c', ['both.js', 'c.js']);
  expect(listScripts()).toEqual(['b.js', 'both.js', 'c.js']);
  expect(readdirSync(assets())).toHaveLength(9);
});

it('a build that is made again is not one before', () => {
  build('a', ['a.js']);
  build('b', ['b.js']);
  build('b', ['b.js']);
  expect(listScripts()).toEqual(['a.js', 'b.js']);
});

it('a build that was not finished is nobody’s', () => {
  build('a', ['a.js']);
  withdrawBuild(outDir);
  expect(withdrawBuild(outDir)).toBeNull();
});
