/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Problem } from '../../../../shared/model/problem.ts';
import { completed, receipt, running, SESSION_ID, stopping } from '../Session.fixture.tsx';
import { confirmStop, pass, show, status } from '../show.fixture.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  window.localStorage.clear();
  jest.useRealTimers();
});

/**
 * State of the network. up: it works. down: requests fail. mute: requests arrive, but their responses are lost. stuck: requests
 * never end.
 */
type Network = 'up' | 'down' | 'mute' | 'stuck';

/** Creates a fake station, a fake app server, and a phone with a network between them. */
function garage() {
  let network: Network = 'up';
  let version = 3;
  let isStopped = false;
  let isOver = false;
  const took: number[] = [];
  const failed = () => Promise.reject(new TypeError('Failed to fetch'));
  const over = <T,>(work: () => T): Promise<T> => {
    if (network === 'down') return failed();
    if (network === 'stuck') return new Promise(() => undefined);
    try {
      const answer = work();
      return network === 'mute' ? failed() : Promise.resolve(answer);
    } catch (error) {
      return network === 'mute' ? failed() : Promise.reject(error);
    }
  };
  const now = () => {
    version += 1;
    if (isOver) return completed({ version });
    return isStopped ? stopping({ version }) : running({ version });
  };
  const stopSession = () =>
    over(() => {
      if (isOver) throw new Problem('not-now');
      if (!isStopped) took.push(Date.now());
      isStopped = true;
      return now();
    });
  const charging = { stopSession, getSession: () => over(now), getReceipt: async () => receipt() };
  return {
    took,
    open: () => show({ session: running(), charging }),
    async network(next: Network) {
      network = next;
      await act(async () => {
        window.dispatchEvent(new Event(next === 'up' ? 'online' : 'offline'));
      });
      await pass(0);
    },
    /** Restores the network without an `online` event, like a browser that has not noticed the loss. */
    answersAgain() {
      network = 'up';
    },
    stops: confirmStop,
    async cancels() {
      fireEvent.click(screen.getByRole('button', { name: 'Keep charging' }));
      await pass(0);
    },
    /** Reloads the page. The server renders it with the running session. */
    async reloads() {
      cleanup();
      await show({ session: running(), charging });
    },
    ends() {
      isOver = true;
    },
  };
}
type Garage = ReturnType<typeof garage>;

/** Advances the time second by second, so that React renders in between. */
async function seconds(count: number) {
  for (let n = 0; n < count; n++) await pass(1000);
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const isQueued = () => screen.queryByText('Your stop request is saved') !== null;
const storedStops = () => window.localStorage.getItem('asked-stops');
/** A step of a scenario: a change of the network, an action of the driver, or a number of seconds. */
type Step = Network | 'stop' | 'take back' | 'reload' | number;

async function play(g: Garage, steps: readonly Step[]) {
  for (const step of steps) {
    if (typeof step === 'number') await seconds(step);
    else if (step === 'stop') await g.stops();
    else if (step === 'take back') await g.cancels();
    else if (step === 'reload') await g.reloads();
    else await g.network(step);
  }
}

/** Scenarios after which charging must have stopped, each a way in which the network fails. */
const LOSSES: readonly [string, readonly Step[]][] = [
  ['none', ['stop']],
  ['before it', ['down', 'stop', 30]],
  ['before it, for two minutes', ['down', 'stop', 120]],
  ['before it, for a moment', ['down', 'up', 'stop']],
  ['before it, then only one way', ['down', 'stop', 'mute', 30]],
  ['while it is sent', ['mute', 'stop', 5]],
  ['while it is sent, for long', ['stuck', 'stop', 40]],
  ['while it is sent, for a moment', ['stuck', 'stop', 3]],
  ['after it', ['stop', 'down', 60]],
  ['after it, and a reload', ['mute', 'stop', 'reload', 5]],
  ['before it, and a reload', ['down', 'stop', 'reload', 9]],
  ['before it, and three reloads', ['down', 'stop', 'reload', 1, 'reload', 20, 'reload']],
  ['before it, and a reload when it is over', ['down', 'stop', 'up', 'reload']],
  ['again and again', ['down', 'stop', 'up', 'down', 1, 'up', 'down', 1, 'up', 'down', 9]],
  ['of answers, again and again', ['mute', 'stop', 'up', 'mute', 1, 'down', 'mute', 3, 'stuck', 20]],
  ['taken back and asked again', ['down', 'stop', 'take back', 'stop', 10]],
  ['taken back, and asked again after a reload', ['down', 'stop', 'take back', 'reload', 'stop', 10]],
  ['of answers, then of everything', ['mute', 'stop', 'down', 20]],
  ['stuck, then of everything', ['stuck', 'stop', 'down', 20]],
  ['of everything, then stuck', ['down', 'stop', 3, 'stuck', 30]],
];

test.each(LOSSES)('a stop survives a lost connection: %s', async (_, steps) => {
  const g = garage();
  await g.open();
  await play(g, steps);
  await g.network('up');
  await seconds(60);
  expect(g.took).toHaveLength(1);
  expect(heading()).toBe('Finishing...');
  expect(isQueued()).toBe(false);
  expect(storedStops()).toBeNull();
});

test('meanwhile one message says so, in the place of the button, and that the connection is back', async () => {
  const g = garage();
  await g.open();
  await g.network('down');
  await g.stops();
  expect(isQueued()).toBe(true);
  expect(status()).toBe(
    'Your stop request is saved. No connection. We will send your request as soon as you are back online. Until then the vehicle keeps charging.',
  );
  expect(screen.queryByRole('link', { name: 'Stop charging session' })).toBeNull();
  await seconds(120);
  expect(screen.queryByText(/charging process could not be retrieved|after multiple attempts/)).toBeNull();
  expect(screen.getAllByText(/^No connection/)).toHaveLength(1);
  expect(heading()).toBe('Charging');
  expect(g.took).toHaveLength(0);
});

test('a stop that was taken back is never sent, whatever is loaded', async () => {
  const g = garage();
  await g.open();
  await g.network('down');
  await g.stops();
  await g.cancels();
  expect(isQueued()).toBe(false);
  await g.network('up');
  await g.reloads();
  await seconds(60);
  expect(g.took).toHaveLength(0);
  expect(heading()).toBe('Charging');
});

test('a stop that gets its answer shows that the app answers, before it is asked for anything else', async () => {
  const g = garage();
  await g.open();
  await g.network('down');
  await seconds(20);
  expect(screen.queryByText(/charging process could not be retrieved/)).not.toBeNull();
  g.answersAgain();
  await g.stops();
  await seconds(1);
  expect(heading()).toBe('Finishing...');
  expect(screen.queryByText(/charging process could not be retrieved|after multiple attempts/)).toBeNull();
});

test('what ended by itself meanwhile is not stopped, and nothing is said of it', async () => {
  const g = garage();
  await g.open();
  await g.network('down');
  await g.stops();
  g.ends();
  await g.network('up');
  await seconds(10);
  expect(heading()).toBe('Charging completed');
  expect(g.took).toHaveLength(0);
  expect(storedStops()).toBeNull();
});

test('what was asked for days ago is forgotten, and so is what is no stop at all', async () => {
  window.localStorage.setItem('asked-stops', JSON.stringify([{ sessionId: SESSION_ID, at: '2026-01-01T00:00:00Z' }]));
  const g = garage();
  await g.open();
  await seconds(10);
  cleanup();
  window.localStorage.setItem('asked-stops', '{"no": "list"}');
  await g.open();
  await seconds(10);
  expect(g.took).toHaveLength(0);
});
