import { cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './tools.ts';

const BASE = 'node:24-bookworm-slim';
const OWN_BASE = 'localhost/base:proof';
const IMAGE = 'localhost/charging:proof';

/** Buildah with storage of its own in a folder, so that the images of the machine stay as they are. */
export type Buildah = (...words: string[]) => string;
export const createBuildah =
  (folder: string): Buildah =>
  (...words) =>
    runTool(['buildah', '--root', path.join(folder, 'images'), '--runroot', path.join(folder, 'run'), ...words]);

/**
 * Makes a base from packages of Debian, the running Node and its npm, for machines that reach no registry of images.
 * `--dpkgopt`: what Debian's own slim images leave out.
 */
function createBase(buildah: Buildah): void {
  const container = buildah('from', 'scratch');
  const root = buildah('mount', container);
  const [, suite = ''] = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const sources = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}');
  const left = ['man', 'doc', 'info', 'locale'].map(name => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  runTool(['mmdebstrap', '--quiet', '--variant=minbase', '--include=libstdc++6', ...left, suite, root, ...sources]);
  const npm = path.resolve(realpathSync(runTool(['sh', '-c', 'command -v npm'])), '../..');
  mkdirSync(path.join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(npm, path.join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  cpSync(process.execPath, path.join(root, 'usr/local/bin/node'), { dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
  buildah('umount', container);
  buildah('commit', '--quiet', container, OWN_BASE);
}

/** Returns the name of the base of the Dockerfile if the registry answers, otherwise of a base that is made here. */
function baseOf(buildah: Buildah): string {
  try {
    buildah('pull', '--quiet', BASE);
    return BASE;
  } catch {
    createBase(buildah);
    return OWN_BASE;
  }
}

export interface BuiltImage {
  base: string;
  baseMb: number;
  mb: number;
  history: string;
  /** Folder with the files of the image. */
  root: string;
  config: ImageConfig;
}

export interface ImageConfig {
  User: string;
  Env: readonly string[];
  Cmd: readonly string[];
  WorkingDir: string;
  StopSignal: string;
  Labels: Readonly<Record<string, string>>;
  Healthcheck: { Test: readonly string[] };
}

/** Lends the build the settings and certificates with which npm reaches its registry on this machine. The image has neither. */
function lendNpmSettings(folder: string): string[] {
  const file = path.join(folder, 'npmrc');
  const own = runTool(['npm', 'config', 'get', 'userconfig']);
  const { NODE_EXTRA_CA_CERTS: cafile } = process.env;
  writeFileSync(file, `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\n${cafile ? `cafile=${cafile}\n` : ''}`);
  return ['--volume', `${file}:/root/.npmrc:ro`, ...(cafile ? ['--volume', `${cafile}:${cafile}:ro`] : [])];
}

/** Builds the image from the committed files. */
export function buildImage(buildah: Buildah, folder: string): BuiltImage {
  const base = baseOf(buildah);
  const context = path.join(folder, 'context');
  mkdirSync(context);
  runTool(['sh', '-c', 'git archive HEAD | tar -x -C "$1"', 'sh', context]);
  const revision = runTool(['git', 'rev-parse', 'HEAD']);
  const options = [
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--build-arg',
    `BASE=${base}`,
    '--build-arg',
    `REVISION=${revision}`,
  ];
  buildah('build', '--quiet', ...options, ...lendNpmSettings(folder), '--tag', IMAGE, context);
  const images = JSON.parse(buildah('images', '--json')) as { names?: string[]; size: string }[];
  const mbOf = (name: string) => megabytes(images.find(({ names }) => names?.some(each => each.includes(name)))?.size ?? '');
  const inspected = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)) as {
    Docker: { config: ImageConfig; history: unknown };
  };
  return {
    base,
    baseMb: mbOf(base),
    mb: mbOf(IMAGE),
    history: JSON.stringify(inspected.Docker),
    config: inspected.Docker.config,
    root: buildah('mount', buildah('from', IMAGE)),
  };
}

/** Parses a size such as `402 MB`. @returns megabytes */
const megabytes = (size: string): number => Math.round(Number.parseFloat(size) * (/GB/.test(size) ? 1000 : 1));
