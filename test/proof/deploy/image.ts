import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../support/freePort.ts';
import { CLIENT, evseOf, shopWith } from '../../support/manyPoints.ts';
import { until } from '../../support/until.ts';
import { chargeAt } from '../operations/drivers.ts';
import { type Finding, finding, type Rehearsal } from '../operations/findings.ts';
import { type BuiltImage, buildImage, createBuildah, type ImageConfig } from './buildImage.ts';
import { requireTools, runTool, TOOLS_ENV } from './tools.ts';

const MAX_MB = 400;
const MAX_STOP_MS = 10_000;
const TEXT = /SECRET|TOKEN|PASSWORD|_KEY/;

/**
 * Makes the files of the image read-only, with /tmp and the folders of data and shop as the only others, and starts a command there:
 * as the user of the image, without capabilities and without ways to get any. All of it is gone when the command ends.
 */
const IN_IMAGE = `
set -eu
root=$1 data=$2 shop=$3 user=$4 group=$5 folder=$6
shift 6
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind -o ro "$shop" "$root/mnt"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,ro,bind "$root"
exec chroot "$root" setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
  env -i --chdir="$folder" "$@"
`;

interface ImageRun {
  image: BuiltImage;
  data: string;
  shop: string;
  env: readonly string[];
}

const wordsIn = ({ image: { root, config }, data, shop, env }: ImageRun, command: readonly string[]): string[] => {
  const [user = '', group = ''] = config.User.split(':');
  return [
    '--mount',
    'sh',
    '-c',
    IN_IMAGE,
    'sh',
    root,
    data,
    shop,
    user,
    group,
    config.WorkingDir,
    ...config.Env,
    ...env,
    ...command,
  ];
};
const runIn = (imageRun: ImageRun, command: readonly string[]) =>
  spawnSync('unshare', wordsIn(imageRun, command), { env: TOOLS_ENV, encoding: 'utf8' });

function contents({ base, baseMb, mb, history, config }: BuiltImage): Finding[] {
  const version = config.Labels['org.opencontainers.image.version'];
  return [
    finding(`The image has at most ${MAX_MB} MB`, `${mb} MB, of which ${baseMb} MB are ${base}`, mb > 0 && mb <= MAX_MB),
    finding('No layer names a secret', TEXT.exec(history)?.[0] ?? 'none', !TEXT.test(history)),
    finding('The labels name the version', String(version), /^\d+\.\d+\.\d+$/.test(version ?? '')),
  ];
}

function rights({ pid = 0 }: ChildProcess): Finding {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const fieldOf = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)?.[1] ?? '';
  const seen = ['Uid', 'CapEff', 'CapBnd', 'NoNewPrivs'].map(name => `${name} ${fieldOf(name)}`).join(', ');
  const none = '0'.repeat(16);
  return finding('The process has no rights', seen, seen === `Uid 1000, CapEff ${none}, CapBnd ${none}, NoNewPrivs 1`);
}

const residentMb = ({ pid = 0 }: ChildProcess): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

function commands(imageRun: ImageRun, config: ImageConfig): Finding[] {
  const [, ...check] = config.Healthcheck.Test;
  const health = runIn(imageRun, check);
  const list = runIn(imageRun, ['operator', 'list']);
  const written = runIn(imageRun, ['node', '-e', "require('fs').writeFileSync('/app/file', '')"]);
  const code = /E[A-Z]+(?=:)/.exec(written.stderr)?.[0] ?? 'written';
  return [
    finding('The check of the image says so, too', `exit ${health.status}`, health.status === 0),
    finding(
      'The command operator lists the session',
      list.stdout.split('\n')[0]?.slice(0, 40) ?? '',
      list.status === 0 && list.stdout.length > 10,
    ),
    finding('No file of the image can be written', code, code === 'EROFS'),
  ];
}

/** Stops the process while a vehicle charges. */
async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<Finding> {
  const beganAt = performance.now();
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  const ms = Math.round(performance.now() - beganAt);
  return finding(
    'The process ends by itself while a vehicle charges',
    `exit ${code} after ${ms} ms`,
    code === 0 && ms < MAX_STOP_MS,
  );
}

export const IMAGE: Rehearsal = {
  does: 'the Dockerfile is built from the committed files, and run without rights on files that cannot be written',
  fault: 'the process is killed instead of ended',
  isShort: false,
  async run({ isBroken, print, atEnd }) {
    requireTools('buildah', 'mmdebstrap', 'unshare', 'setpriv', 'git');
    const folder = mkdtempSync(path.join(tmpdir(), 'image-proof-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const buildah = createBuildah(folder);
    atEnd(() => buildah('rm', '--all'));
    const image = buildImage(buildah, folder);
    print(`built on ${image.base}: ${image.mb} MB`);
    const shop = shopWith(1);
    atEnd(shop.close);
    runTool(['chmod', '-R', 'a+rX', shop.folder]);
    const data = path.join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, 1000, 1000);
    const port = await freePort();
    const env = ['HOST=127.0.0.1', `PORT=${port}`, 'OPERATOR_DATA=/mnt', 'SIMULATOR_SPEED=30', 'DEMO_HISTORY=off'];
    const imageRun = { image, data, shop: shop.folder, env };
    const migrated = runIn(imageRun, ['node', 'scripts/operator/migrate.ts']);
    const beganAt = performance.now();
    const child = spawn('unshare', wordsIn(imageRun, image.config.Cmd), {
      env: TOOLS_ENV,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    atEnd(() => child.kill('SIGKILL'));
    const origin = `http://127.0.0.1:${port}`;
    const health = () => fetch(`${origin}/health`).catch(() => null);
    await until(health, answer => answer?.ok === true, 30_000);
    const ms = Math.round(performance.now() - beganAt);
    const page = await fetch(`${origin}/en/${CLIENT}/evse/${encodeURIComponent(evseOf(0))}`, {
      headers: { accept: 'text/html' },
    });
    const isPage = (await page.text()).includes('</html>');
    const idleMb = residentMb(child);
    await chargeAt(origin, 0);
    print('a vehicle charges');
    return [
      ...contents(image),
      finding(
        'The command for migrations succeeds',
        `exit ${migrated.status} ${migrated.stderr.slice(0, 200)}`,
        migrated.status === 0,
      ),
      finding('The app is healthy', `200 after ${ms} ms, ${idleMb} MB`, true),
      finding('A page of the shop is shown', page.status, page.status === 200 && isPage),
      rights(child),
      ...commands(imageRun, image.config),
      await stop(child, isBroken ? 'SIGKILL' : (image.config.StopSignal as NodeJS.Signals)),
    ];
  },
};
