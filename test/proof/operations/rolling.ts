import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '../../../server/store/openStore.ts';
import { type LogLine, startProcess } from '../../support/builtApp.ts';
import { shopWith } from '../../support/manyPoints.ts';
import { startPostgres } from '../../support/postgres.ts';
import { cloneSources, installPackages } from '../../support/sourceClone.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { compareLedgers } from './books.ts';
import { chargeAt, drawSomething, settleAll } from './drivers.ts';
import { type Finding, finding, listed, type Rehearsal } from './findings.ts';
import { browse, follow, type Stream } from './load.ts';
import { noBugs, STATUS_ENV } from './reported.ts';

const SPEED = 30;
const CHARGING = 4;
/** A constant in the browser code. Changing it changes the file names of the next build. */
const CHANGED = { file: 'client/app/newBuild.ts', from: '600_000', to: '660_000' };

/** Replaces two processes by processes of the next build, one after the other, while visitors use the app. */
export const ROLLING: Rehearsal = {
  does: 'two processes on PostgreSQL are replaced by the next build, one after the other',
  fault: 'the old processes end without finishing what is open',
  isShort: false,
  async run({ isBroken, print, atEnd }) {
    const folder = cloneSources();
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    installPackages(folder);
    if (existsSync('dist/manifest.json')) cpSync('dist', path.join(folder, 'dist'), { recursive: true });
    await inClone(folder, 'scripts/build/ensureBuild.ts');
    const server = await startPostgres({ isDurable: true });
    atEnd(server.close);
    const url = await server.createDatabase();
    const shop = shopWith(10);
    atEnd(shop.close);
    const env = { ...STATUS_ENV, DATABASE_URL: url, DATABASE_LISTEN_URL: url, OPERATOR_DATA: shop.folder, DATA_DIR: folder };
    const balancer = await openBalancer();
    atEnd(balancer.close);
    const shopEnv = { ...env, PORT: '0', NODE_ENV: 'production', SIMULATOR_SPEED: String(SPEED), ...SHARED };
    const app = createProcesses({ bundle: path.join(folder, 'dist/server.mjs'), env: shopEnv, balancer });
    atEnd(app.close);
    const over = new AbortController();
    atEnd(() => over.abort());
    const store = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: '' });
    atEnd(store.close);
    const old = [await app.open(), await app.open()];
    const drivers = await Promise.all(Array.from({ length: CHARGING }, (_, n) => chargeAt(balancer.origin, n)));
    await drawSomething(drivers);
    const streams = drivers.map(driver => follow(balancer.origin, driver, over.signal));
    const browsing = browse(balancer.origin, over.signal);
    print(`${CHARGING} vehicles charge`);
    const oldFiles = await filesOf(balancer.origin);
    const source = path.join(folder, CHANGED.file);
    writeFileSync(source, readFileSync(source, 'utf8').replace(CHANGED.from, CHANGED.to));
    await inClone(folder, 'esbuild.config.mjs');
    print('the next build is made');
    const whileBuilt = await missing(balancer.origin, oldFiles);
    const codes: (number | null)[] = [];
    for (const process of old) {
      await app.open();
      codes.push(await app.end(process, isBroken ? 'SIGKILL' : 'SIGTERM'));
    }
    const newcomer = await chargeAt(balancer.origin, CHARGING);
    print('both are replaced');
    const newFiles = await filesOf(balancer.origin);
    const missingFiles = await missing(balancer.origin, oldFiles);
    const settled = await settleAll([...drivers, newcomer]);
    const seen = await newestOf(streams);
    over.abort();
    const pages = await browsing;
    const ledgers = await compareLedgers(store, { speed: SPEED, limitMs: 30_000 });
    const { cut } = balancer;
    return [
      finding(
        'The old processes end by themselves',
        codes.join(', '),
        codes.every(code => code === 0),
      ),
      finding('No request is cut', cut.length > 0 ? listed(cut) : `none of ${balancer.count()}`, cut.length === 0),
      pages,
      seen,
      finding(
        'It is another build',
        `${newFiles.filter(file => !oldFiles.includes(file)).length} new files`,
        newFiles.some(file => !oldFiles.includes(file)),
      ),
      finding(
        'Pages of the old build have their code while the next is made',
        whileBuilt.length > 0 ? listed(whileBuilt) : `${oldFiles.length} files`,
        whileBuilt.length === 0,
      ),
      finding(
        'and after it',
        missingFiles.length > 0 ? listed(missingFiles) : `${oldFiles.length} files`,
        missingFiles.length === 0,
      ),
      settled,
      ...ledgers,
      noBugs([{ bugs: app.bugs }]),
    ];
  },
};

/** Settings that both processes must share. `SECRET` signs form tokens and cookies, so both must accept the same ones. */
const SHARED = { DEMO: '1', SECRET: 'a secret of thirty-two characters' };

type Spawned = Awaited<ReturnType<typeof startProcess>>;

function createProcesses({ bundle, env, balancer }: { bundle: string; env: Record<string, string>; balancer: Balancer }) {
  const lines: LogLine[] = [];
  const processes = new Set<Spawned>();
  const originOf = ({ port }: Spawned) => `http://127.0.0.1:${port}`;
  const end = async (spawned: Spawned, signal: NodeJS.Signals): Promise<number | null> => {
    processes.delete(spawned);
    const ended = once(spawned.child, 'exit');
    spawned.child.kill(signal);
    await ended;
    balancer.remove(originOf(spawned));
    return spawned.child.exitCode;
  };
  return {
    bugs: () => lines.filter(({ msg }) => msg === 'bug'),
    /** Starts a process. Resolves once the balancer sends visitors to it. */
    async open(): Promise<Spawned> {
      const spawned = await startProcess({ bundle, lines, env });
      processes.add(spawned);
      await balancer.add(originOf(spawned));
      return spawned;
    },
    end,
    async close(): Promise<void> {
      for (const spawned of processes) await end(spawned, 'SIGKILL');
    },
  };
}

async function inClone(folder: string, script: string): Promise<void> {
  const { NODE_OPTIONS: _, OUT_DIR: _dir, ...env } = process.env;
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
}

/** Returns the addresses of all files to which a page refers. */
async function filesOf(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/en/blaufink`, {
    headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' },
  });
  return [...new Set([...(await answer.text()).matchAll(/\/assets\/[\w.-]+\.(?:json|js|svg)/g)].map(([file]) => file))];
}

async function missing(origin: string, files: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(files.map(async file => [file, (await fetch(origin + file)).status] as const));
  return answers.filter(([, status]) => status !== 200).map(([file, status]) => `${file} ${status}`);
}

/** Expects that every stream of live updates has reconnected and received the end of its session. */
async function newestOf(streams: readonly Stream[]): Promise<Finding> {
  const isNewest = (stream: Stream) => stream.last()?.kind === 'completed';
  const giveUpAt = performance.now() + 10_000;
  while (!streams.every(isNewest) && performance.now() < giveUpAt) await new Promise(resolve => setTimeout(resolve, 100));
  const newest = streams.filter(isNewest).length;
  const opened = streams.map(stream => stream.opened());
  const isSo = newest === streams.length && opened.every(times => times > 1);
  return finding(
    'Every live view comes back and shows the newest state',
    `${newest} of ${streams.length}, opened ${opened.join(', ')} times`,
    isSo,
  );
}
