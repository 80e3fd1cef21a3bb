// How the app is connected with charge point operators that speak OCPI: npm run operator -- ocpi connect <name> <address> <token>
import { createClock } from '../server/adapters/clock/clock.ts';
import { type ConnectionState, createOcpi, type Ocpi } from '../server/adapters/ocpi/ocpi.ts';
import { RegistrationFailed } from '../server/adapters/ocpi/registration/discovery.ts';
import { connect, invite, leave } from '../server/adapters/ocpi/registration/registration.ts';
import { ocpiOf } from '../server/composeOperator.ts';
import { readConfig } from '../server/config.ts';
import type { CommandDependencies } from '../server/operator/backoffice/commands.ts';
import { createCatalogue } from '../server/operator/catalogue/toldLocations.ts';
import { listPoints } from '../server/operator/store/catalogue.ts';
import type { Said } from './database.ts';

export const OCPI_USAGE =
  'ocpi connect <name> <versions address> <token> | ocpi invite <name> | ocpi pull <name> | ocpi leave <name> | ocpi status | ocpi exchanges <name>';

/** The adapter beside the running app: it registers, and pulls; sessions are the app's. @throws Error when nobody has said who we are */
function openOcpi({ store }: CommandDependencies): Ocpi {
  const startedMs = Date.now();
  const clock = createClock({ speed: 1, anchor: { realMs: startedMs, shownMs: startedMs } });
  const dependencies = ocpiOf(readConfig(process.env), {
    store,
    clock,
    note: () => undefined,
    catalogue: () => createCatalogue({ store, clock }),
    listener: () => ({ report: async () => undefined, reportPlug: async () => undefined, reportOddity: async () => undefined }),
  });
  if (!dependencies) throw new Error('OCPI_PARTY and PUBLIC_ORIGIN are needed: peers have to know who and where we are.');
  return createOcpi(dependencies);
}

const isNamed = (name: string): boolean => /^[a-z0-9-]{1,30}$/.test(name);

async function pulled(ocpi: Ocpi, dependencies: CommandDependencies, name: string): Promise<Said> {
  const isWhole = await ocpi.pullCatalogue(name);
  const source = `ocpi:${name}`;
  const refused = await createCatalogue({ store: dependencies.store, clock: { now: () => dependencies.now } }).listRefused(
    source,
  );
  const points = (await listPoints(dependencies.store.db)).filter(({ station }) => station?.source === source);
  return {
    lines: [
      ...refused.map(({ path, reason }) => `refused ${path}: ${reason}`),
      `${points.length} points of ${name} can be sold, ${refused.length} remarks on what cannot.`,
      ...(isWhole ? [] : ['The list did not come whole; the running app asks again within the hour.']),
    ],
    isWell: isWhole,
  };
}

/** As the running app has last written it down. */
function stateLines({ failingS, openStarts, awaitedCdrs, modules }: ConnectionState): string[] {
  const work = failingS > 0 ? `nothing works since ${Math.ceil(failingS / 60)} minutes` : 'works';
  const told = Object.entries(modules).map(([name, { succeededAt, failedAt, failingSince }]) => {
    const since = failingSince === null ? '' : `  failing since ${failingSince}`;
    return `  ${name}: last success ${succeededAt ?? 'never'}, last failure ${failedAt ?? 'never'}${since}`;
  });
  return [`  ${work}; starts not over: ${openStarts}; CDRs awaited: ${awaitedCdrs}`, ...told];
}

type Command = (ocpi: Ocpi, dependencies: CommandDependencies, words: readonly string[]) => Promise<Said>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async connect(ocpi, dependencies, [name = '', versionsUrl = '', token = '']) {
    if (!isNamed(name) || !versionsUrl || !token) throw new Error(`npm run operator -- ${OCPI_USAGE}`);
    const { version } = await connect({ id: name, versionsUrl, token }, ocpi.registration);
    const { lines, isWell } = await pulled(ocpi, dependencies, name);
    return { lines: [`Connected with ${name} by OCPI ${version}.`, ...lines], isWell };
  },
  async invite(ocpi, _dependencies, [name = '']) {
    if (!isNamed(name)) throw new Error(`npm run operator -- ${OCPI_USAGE}`);
    const { versionsUrl, token } = await invite({ id: name }, ocpi.registration);
    return { lines: [`Give ${name} this address and this token, once:`, versionsUrl, token], isWell: true };
  },
  pull: (ocpi, dependencies, [name = '']) => pulled(ocpi, dependencies, name),
  async leave(ocpi, _dependencies, [name = '']) {
    const { openStarts = 0, awaitedCdrs = 0 } = (await ocpi.states())[name] ?? {};
    if (openStarts + awaitedCdrs > 0) {
      const why = `${openStarts} starts are not over and ${awaitedCdrs} CDRs are awaited: nobody could stop or bill them any more.`;
      return { lines: [`Not left. ${why}`], isWell: false };
    }
    await leave({ id: name }, ocpi.registration);
    return { lines: [`Left ${name}. Its points cannot be reached any more.`], isWell: true };
  },
  async exchanges(ocpi, _dependencies, [name = '']) {
    const all = await ocpi.exchanges(name);
    const lines = all.map(({ at, direction, method, module, status, statusCode, failure, tookMs, about }) =>
      [at, direction, method, module, failure ?? `${status ?? '–'}/${statusCode ?? '–'}`, `${tookMs} ms`, about ?? ''].join('  '),
    );
    return { lines: lines.length > 0 ? lines : [`Nothing was exchanged with ${name} yet.`], isWell: true };
  },
  async status(ocpi) {
    const all = await ocpi.registration.connections.list();
    const states = await ocpi.states();
    const lines = all.flatMap(({ id, state, version, roles }) => [
      [id, state, version ?? '–', roles.map(({ country_code, party_id }) => `${country_code}*${party_id}`).join(' ')].join('  '),
      ...(states[id] ? stateLines(states[id]) : []),
    ]);
    return { lines: lines.length > 0 ? lines : ['No connection yet.'], isWell: true };
  },
};

export async function runOcpi(dependencies: CommandDependencies, [name = '', ...words]: readonly string[]): Promise<Said> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`npm run operator -- ${OCPI_USAGE}`);
  try {
    return await command(openOcpi(dependencies), dependencies, words);
  } catch (error) {
    if (!(error instanceof RegistrationFailed)) throw error;
    return { lines: [`Not connected: ${error.message}`], isWell: false };
  }
}
