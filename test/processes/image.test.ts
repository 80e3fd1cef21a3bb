import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildInto } from '../support/builtApp.ts';
import { copiedIntoImage, execForm, instructionOf, readDockerfile, variablesIn } from '../support/dockerfile.ts';
import { freePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';

// The files of the image in an empty folder. The packages are linked: those of development are there, too.
const INSTRUCTIONS = readDockerfile();
const folder = mkdtempSync(path.join(tmpdir(), 'image-'));
const inImage = (...names: string[]) => path.join(folder, 'app', ...names);
const env: Record<string, string> = {
  PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
  ...variablesIn(instructionOf(INSTRUCTIONS, 'ENV')),
  DATA_DIR: path.join(folder, 'data'),
  DEMO_HISTORY: 'off',
};
let app: ChildProcess | undefined;
let origin: string;

const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}) => {
  const [command = '', ...rest] = words;
  const { status, stdout, stderr } = spawnSync(command, rest, { cwd: inImage(), env: { ...env, ...more }, encoding: 'utf8' });
  return { status, stdout, stderr };
};
/** Runs the command `operator` of the image. */
const operator = (...words: string[]) => {
  const script = readFileSync('deploy/operator', 'utf8').replaceAll('/app/', `${inImage()}/`);
  const needsAddress = words[0] === 'qr';
  return run(['/bin/sh', '-c', script, 'operator', ...words], needsAddress ? { PUBLIC_ORIGIN: 'https://charge.example' } : {});
};

beforeAll(async () => {
  const built = path.join(folder, 'built');
  for (const name of [built, inImage()]) mkdirSync(name);
  await buildInto(built, { outDir: process.env.BUILD_DIR ?? 'dist', mode: 'production', main: undefined });
  for (const { source, target } of copiedIntoImage(INSTRUCTIONS)) {
    if (path.isAbsolute(target)) continue;
    if (source === 'node_modules') symlinkSync(path.resolve(source), inImage(target));
    else cpSync(source === 'dist' ? path.join(built, 'dist') : source, inImage(target), { recursive: true });
  }
  env.PORT = String(await freePort());
  origin = `http://127.0.0.1:${env.PORT}`;
  expect(run(['node', 'scripts/operator/migrate.ts'])).toMatchObject({ status: 0, stderr: '' });
  const [command = '', ...words] = execForm(instructionOf(INSTRUCTIONS, 'CMD'));
  app = spawn(command, words, { cwd: inImage(), env, stdio: 'ignore' });
  await until(
    () => fetch(`${origin}/ready`).catch(() => null),
    answer => answer?.ok === true,
    30_000,
  );
});
afterAll(async () => {
  if (app?.exitCode === null) {
    app.kill('SIGKILL');
    await once(app, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

it('The files of the image serve a page of the demo, with its scripts', async () => {
  const answer = await fetch(`${origin}/en/blaufink`, { headers: { Accept: 'text/html', 'User-Agent': 'Firefox/140.0' } });
  const page = await answer.text();
  expect([answer.status, page.includes('</html>')]).toEqual([200, true]);
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  expect((await fetch(origin + script)).status).toBe(200);
});

it('The check of the image finds that the app is healthy, and notices when nothing answers', () => {
  const check = execForm(instructionOf(INSTRUCTIONS, 'HEALTHCHECK'));
  expect(run(check)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(run(check, { PORT: '9' }).status).toBe(1);
});

it.each([
  ['list'],
  ['attention'],
  ['check', 'demo'],
  ['stations'],
  ['books'],
  ['push-keys'],
  ['qr', 'DE*BLF*E1001*1', '--out', path.join(folder, 'labels.pdf')],
])('The command operator in the image has all files for %s', (...words) => {
  expect(operator(...words)).toMatchObject({ status: 0, stderr: '' });
});

it('A backup in the image has all its files', () => {
  const target = path.join(folder, 'backup.sqlite');
  expect(run(['node', 'scripts/operator/backup.ts', target])).toMatchObject({ status: 0 });
  expect(existsSync(target)).toBe(true);
});

it('The process of the image ends by itself on SIGTERM', async () => {
  const ended = app && once(app, 'exit');
  app?.kill(instructionOf(INSTRUCTIONS, 'STOPSIGNAL') as 'SIGTERM');
  expect(await ended).toEqual([0, null]);
});
