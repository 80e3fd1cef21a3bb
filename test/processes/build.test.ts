import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cloneSources, installPackages } from '../support/sourceClone.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const A_BUILD_MS = 120_000;

let folder: string;
const inside = (...names: string[]) => path.join(folder, ...names);
const removePackages = () => unlinkSync(inside('node_modules'));

/**
 * Runs a script of the copied sources as npm would.
 * @returns the exit status and the complete output
 */
function run(args: string[], env: Record<string, string> = {}) {
  const { NODE_OPTIONS: _, OUT_DIR: _dir, NODE_ENV: _mode, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...inherited, ...env },
    encoding: 'utf8',
  });
  return { status, output: (stdout + stderr).trim() };
}
const ensure = () => run(['scripts/build/ensureBuild.ts']);
const modeOfBuild = () => JSON.parse(readFileSync(inside('dist', 'manifest.json'), 'utf8')).from.mode;

beforeAll(() => {
  folder = cloneSources();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('Before an app is started, its build', () => {
  it('is asked for in one sentence where nothing can make it', () => {
    const { status, output } = ensure();
    expect(status).toBe(1);
    expect(output).toMatch(/^There is no finished build in dist\/.*npm ci && npm run build.*$/);
  });

  it(
    'is made anew after one for development was left in its place',
    () => {
      installPackages(folder);
      expect(run(['esbuild.config.mjs'], { NODE_ENV: 'development' }).status).toBe(0);
      expect(modeOfBuild()).toBe('development');
      expect(ensure()).toEqual({
        status: 0,
        output: expect.stringMatching(/^The build in dist\/ is for development.*new one\.$/),
      });
      expect(modeOfBuild()).toBe('production');
    },
    A_BUILD_MS,
  );

  it('is used as it is while the sources are those it was made from, also without packages to build', () => {
    expect(ensure()).toEqual({ status: 0, output: '' });
    // Neither of these files is part of a build, so changing them does not make the build outdated.
    for (const file of ['scripts/try/journey.ts', 'server/config/config.test.ts']) appendFileSync(inside(file), '\n');
    removePackages();
    expect(ensure()).toEqual({ status: 0, output: '' });
    installPackages(folder);
  });

  it.each([
    'client/app/App.tsx',
    'server/main.ts',
    'shared/charging/paths.ts',
    'locales/hu/home.json',
    'package-lock.json',
    'scripts/build/sprite.ts',
  ])('does not fit any more when %s has changed', file => {
    removePackages();
    const content = readFileSync(inside(file));
    appendFileSync(inside(file), '\n');
    const { status, output } = ensure();
    rmSync(inside(file));
    cpSync(path.join(ROOT, file), inside(file));
    installPackages(folder);
    expect(readFileSync(inside(file))).toEqual(content);
    expect(output).toMatch(/^The build in dist\/ was made from other sources.*$/);
    expect(status).toBe(1);
  });

  it(
    'is made anew when the sources have changed, and says so in one line',
    () => {
      appendFileSync(inside('server/main.ts'), '\n// Changed.\n');
      expect(ensure()).toEqual({ status: 0, output: 'The build in dist/ was made from other sources: building a new one.' });
      expect(ensure()).toEqual({ status: 0, output: '' });
    },
    A_BUILD_MS,
  );

  it('is simply used where it was deployed without its sources', () => {
    for (const name of ['client', 'server', 'shared']) renameSync(inside(name), inside(`no-${name}`));
    expect(ensure()).toEqual({ status: 0, output: '' });
    rmSync(inside('dist', 'server.mjs'));
    const { status, output } = ensure();
    expect(status).toBe(1);
    expect(output).toMatch(/^There is no finished build in dist\/, and no sources.*$/);
  });
});
