import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig } from '../../server/config/config.ts';
import { SETTINGS } from '../../server/config/settings.ts';
import { readSettingsFile } from '../../server/config/settingsFile.ts';
import { MAX_PHOTO_BYTES } from '../../shared/charging/faultReport.ts';
import {
  copiedIntoImage,
  execForm,
  type Instruction,
  instructionOf,
  parseDockerfile,
  readDockerfile,
  variablesIn,
} from '../support/dockerfile.ts';
import { FILES, NEEDED } from '../support/sourceClone.ts';

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; scripts: { start: string } };
const SETTING_NAMES: ReadonlySet<string> = new Set(Object.keys((SETTINGS.describe() as { keys: object }).keys));

describe('The Dockerfile', () => {
  const instructions = readDockerfile();

  /** Rules that a Dockerfile must follow, each with what breaks the rule. */
  const RULES: Readonly<Record<string, (instruction: Instruction) => boolean>> = {
    'a base by argument': ({ keyword, text }) => keyword === 'FROM' && !/^\$\{BASE\} /.test(text),
    'no tag latest': ({ keyword, text }) => keyword === 'ARG' && /^BASE=/.test(text) && !/:(?!latest)[\w.-]+/.test(text),
    'exec form': ({ keyword, text }) => ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].includes(keyword) && !/\["node", .*\]$/.test(text),
    'a numeric user': ({ keyword, text }) => keyword === 'USER' && !/^[1-9]\d*:[1-9]\d*$/.test(text),
    'no ADD': ({ keyword }) => keyword === 'ADD',
    'no secret': ({ keyword, text }) => ['ARG', 'ENV'].includes(keyword) && /SECRET|TOKEN|PASSWORD|_KEY/.test(text),
  };
  const brokenBy = (list: readonly Instruction[]) => Object.keys(RULES).filter(rule => list.some(each => RULES[rule]?.(each)));

  it('follows the rules', () => {
    expect(brokenBy(instructions)).toEqual([]);
  });

  it.each([
    ['FROM node:24 AS run', 'a base by argument'],
    ['ARG BASE=node', 'no tag latest'],
    ['ARG BASE=node:latest', 'no tag latest'],
    ['CMD npm start', 'exec form'],
    ['CMD ["npm", "start"]', 'exec form'],
    ['HEALTHCHECK CMD curl http://127.0.0.1:3000/health', 'exec form'],
    ['USER node', 'a numeric user'],
    ['USER 0:0', 'a numeric user'],
    ['ADD https://example.org/file /file', 'no ADD'],
    ['ENV A=1 \\\n  STRIPE_SECRET_KEY=sk', 'no secret'],
  ])('would break a rule with %s', (line, rule) => {
    expect(brokenBy(parseDockerfile(`${line}\n`))).toEqual([rule]);
  });

  it('starts the same process as npm start, as a user without rights, with one folder for data', () => {
    const [, start] = / exec (.*)$/.exec(PACKAGE.scripts.start) ?? [];
    expect(execForm(instructionOf(instructions, 'CMD')).join(' ')).toBe(start);
    expect(instructionOf(instructions, 'USER')).toBe('1000:1000');
    expect(instructionOf(instructions, 'STOPSIGNAL')).toBe('SIGTERM');
    const { NODE_ENV, MALLOC_ARENA_MAX, ...settings } = variablesIn(instructionOf(instructions, 'ENV'));
    expect(PACKAGE.scripts.start).toContain(`NODE_ENV=${NODE_ENV} MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX} `);
    expect(Object.keys(settings).filter(name => !SETTING_NAMES.has(name))).toEqual([]);
    expect(settings.DATA_DIR).toBe(instructionOf(instructions, 'VOLUME'));
  });

  it('names the version of the app', () => {
    expect(instructions).toContainEqual({ stage: 'run', keyword: 'ARG', text: `VERSION=${PACKAGE.version}` });
  });

  it('copies what is there, and the build gets what it needs and nothing else', () => {
    const lines = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    const admitted = lines.filter(line => line.startsWith('!')).map(line => line.slice(1));
    const isAdmitted = (file: string) => admitted.some(name => file === name || file.startsWith(`${name}/`));
    const built = ['dist', 'node_modules'];
    const sources = copiedIntoImage(instructions).map(({ source }) => source);
    const needed = [...sources.filter(source => !built.includes(source)), ...NEEDED, ...FILES];
    expect(built.filter(name => !sources.includes(name))).toEqual([]);
    expect([...needed, ...admitted].filter(file => !existsSync(file))).toEqual([]);
    expect(needed.filter(file => !isAdmitted(file))).toEqual([]);
    expect(['.git', 'data', 'deploy/.env', 'dist', 'node_modules', 'test'].filter(isAdmitted)).toEqual([]);
  });
});

interface Service {
  image: string;
  environment?: Record<string, string>;
  env_file?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  ports?: string[];
  networks?: string[];
  volumes?: string[];
}

describe('compose.yaml', () => {
  const text = readFileSync('deploy/compose.yaml', 'utf8');
  const { services, networks, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    networks: Record<string, object>;
    volumes: Record<string, object>;
  };
  const example = readSettingsFile('deploy/.env.example');
  /** Variables of the example that compose.yaml itself uses. */
  const OWN = ['POSTGRES_PASSWORD', 'SHOP_FOLDER'];

  it.each(['app', 'migrate'])('runs %s without rights, on files that cannot be written, and publishes no port', name => {
    expect(services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(services[name]).not.toHaveProperty('ports');
  });

  it('lets only the proxy be reached, and the app end in peace', () => {
    expect(Object.keys(services).filter(name => services[name]?.ports)).toEqual(['proxy']);
    expect(networks).toMatchObject({ inside: { internal: true } });
    expect(services.database?.networks).toEqual(['inside']);
    expect(services.app?.stop_grace_period).toBe('15s');
  });

  it('names the version of each image, and each network and volume', () => {
    const images = Object.values(services).map(({ image }) => image);
    expect(images).toContain(`charging:${PACKAGE.version}`);
    expect(images.filter(image => !/:(?!latest)[\w.-]+$/.test(image))).toEqual([]);
    const used = Object.values(services).flatMap(service => service.volumes ?? []);
    const named = used.map(line => line.split(':')[0] ?? '').filter(name => /^\w+$/.test(name));
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  it('sets only settings that exist, from an example that names each variable', () => {
    const set = [...Object.keys(services.app?.environment ?? {}), ...Object.keys(example)];
    expect(set.filter(name => !SETTING_NAMES.has(name) && !OWN.includes(name))).toEqual([]);
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(used.filter(name => !(name in example))).toEqual([]);
  });

  it('starts a shop when the blanks of the example are filled in', () => {
    const filled = {
      SECRET: 'x'.repeat(64),
      STATUS_TOKEN: 'x'.repeat(32),
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    };
    const blanks = Object.keys(example).filter(name => example[name] === '');
    expect(blanks.toSorted()).toEqual(['POSTGRES_PASSWORD', ...Object.keys(filled)].toSorted());
    const environment = JSON.stringify(services.app?.environment).replaceAll(/\$\{POSTGRES_PASSWORD:\?\}/g, 'x');
    const config = readConfig({ ...example, ...filled, ...JSON.parse(environment), DATA_DIR: '/data' });
    expect(config).toMatchObject({ isDemo: false, trustProxy: 1, stations: ['ocpi', 'ocpp'], operatorData: '/shop' });
  });
});

/** What a proxy in front of the app has to take care of. */
const CARE: Readonly<Record<string, RegExp>> = {
  'WebSockets of stations': /\/ocpp\//,
  'live events': /\/api\/.*\/events/,
  'the header Authorization of OCPI': /\/ocpi.*Authorization|Authorization.*\/ocpi/,
  'the address of the visitor, which replaces what a visitor sends': /X-Forwarded-For/,
  'the id of the request': /X-Request-Id/,
  'the setting of the app': /TRUST_PROXY=loopback/,
  'logs without addresses': /the address of a session is a key/i,
};
const PROXIES = {
  Caddyfile: { limit: /max_size (\d+MB)/, compresses: /^\s*encode/m },
  'nginx.conf': { limit: /client_max_body_size (\d+m);/, compresses: /gzip on/ },
  'haproxy.cfg': { limit: /req\.body_size gt (\d+)/, compresses: /^\s*(compression|filter comp)/m },
};

describe('The systemd units', () => {
  /** The directives of a unit from `UMask` on, which take rights away. */
  const limitsOf = (file: string): string[] =>
    readFileSync(`deploy/${file}`, 'utf8')
      .split('\n')
      .filter(line => /^(UMask|Protect|Private|NoNew|Capability|Ambient|Restrict|Lock|SystemCall|RemoveIPC)/.test(line));

  it('take the same rights away from the app and from its backup', () => {
    const limits = limitsOf('charging.service');
    expect(limits.length).toBeGreaterThan(20);
    expect(limitsOf('charging-backup.service')).toEqual(limits);
  });
});

describe.each(Object.entries(PROXIES))('%s', (file, { limit, compresses }) => {
  const text = readFileSync(`deploy/${file}`, 'utf8');

  it.each(Object.entries(CARE))('takes care of %s', (_what, pattern) => {
    expect(text).toMatch(pattern);
  });

  it('compresses nothing, and passes photos that are too large to the app, which explains the limit', () => {
    expect(text).not.toMatch(compresses);
    const [, size = ''] = limit.exec(text) ?? [];
    const bytes = Number.parseInt(size, 10) * (/m/i.test(size) ? 1_000_000 : 1);
    expect(bytes).toBeGreaterThan(3 * MAX_PHOTO_BYTES);
  });
});

describe('The cluster', () => {
  const textOf = (file: string) => readFileSync(`deploy/cluster/${file}`, 'utf8');
  const patroni = parse(textOf('patroni.yml')) as {
    bootstrap: { dcs: Record<'ttl' | 'loop_wait' | 'retry_timeout', number> & { synchronous_mode: boolean } };
    etcd3: { hosts: string };
  };
  const etcd = parse(textOf('etcd.yml')) as Record<string, string>;
  const [haproxy, pgbouncer] = [textOf('haproxy.cfg'), textOf('pgbouncer.ini')];
  const poolerSays = (name: string) => new RegExp(`^${name} = (.*)$`, 'm').exec(pgbouncer)?.[1];

  it('confirms no commit that a standby lacks, and gives the primary time to renew its lock', () => {
    const { ttl, loop_wait: wait, retry_timeout: retry, synchronous_mode: isSynchronous } = patroni.bootstrap.dcs;
    expect(isSynchronous).toBe(true);
    expect(ttl).toBeGreaterThanOrEqual(wait + 2 * retry);
  });

  it('names the same machines in all files', () => {
    const members = etcd['initial-cluster']?.match(/[\d.]+(?=:2380)/g);
    expect(patroni.etcd3.hosts.match(/[\d.]+(?=:2379)/g)).toEqual(members);
    const [, host, port] = /^charging = host=(\S+) port=(\d+)$/m.exec(pgbouncer) ?? [];
    expect(haproxy).toContain(`listen primary\n  bind ${host}:${port}\n`);
    expect(pgbouncer).toContain(`@${poolerSays('listen_addr')}:${poolerSays('listen_port')}/charging`);
    expect(haproxy).toContain(`DATABASE_LISTEN_URL=postgres://charging:PASSWORD@${host}:${port}/charging`);
    expect(haproxy.match(/server db\d [\d.]+/g)).toEqual(['server db1 10.0.0.11', 'server db2 10.0.0.12']);
  });

  it('pools transactions, on fewer connections than the primary takes', () => {
    expect(poolerSays('pool_mode')).toBe('transaction');
    expect(Number(poolerSays('default_pool_size'))).toBeLessThan(100 / 2);
  });

  it('treats requests as the file for one process does', () => {
    const rules = readFileSync('deploy/haproxy.cfg', 'utf8').match(/^ {2}(http-request|option|timeout|bind) .*$/gm) ?? [];
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter(rule => !haproxy.includes(`${rule}\n`))).toEqual([]);
  });
});
