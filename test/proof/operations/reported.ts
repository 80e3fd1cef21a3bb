import type { BuiltApp, LogLine } from '../../support/builtApp.ts';
import { isOutside } from '../money/processes.ts';
import { type Finding, finding, listed } from './findings.ts';

/** The token in `STATUS_ENV`, with which a rehearsal reads the status page of its app. */
const TOKEN = 'a token of more than sixteen characters';
export const STATUS_ENV = { STATUS_TOKEN: TOKEN, LOG_LEVEL: 'info' };

/**
 * What an app reports about itself at one moment: the HTTP statuses of `/health`, `/ready` and `/status`, and the failed checks.
 */
export interface ReportedStatus {
  health: number;
  ready: number;
  status: number;
  /** Names of the checks that are down. `degraded`: name and reason of each degraded check. */
  down: readonly string[];
  degraded: readonly string[];
}

interface Checked {
  name: string;
  status: string;
  degraded?: string | null;
}

export async function readReportedStatus(origin: string): Promise<ReportedStatus> {
  const get = (path: string) =>
    fetch(origin + path, { headers: { Authorization: `Bearer ${TOKEN}`, Accept: 'application/json' } });
  const [health, ready, status] = await Promise.all([get('/health'), get('/ready'), get('/status')]);
  const { dependencies = [] } = (await status.json()) as { dependencies?: readonly Checked[] };
  return {
    health: health.status,
    ready: ready.status,
    status: status.status,
    down: dependencies.filter(check => check.status === 'down').map(({ name }) => name),
    degraded: dependencies.flatMap(({ name, degraded = null }) => (degraded === null ? [] : [`${name} ${degraded}`])),
  };
}

export const inWords = ({ health, ready, status, down, degraded }: ReportedStatus): string =>
  `/health ${health}, /ready ${ready}, /status ${status}${down.length > 0 ? `, down: ${down.join(', ')}` : ''}${
    degraded.length > 0 ? `, to look at: ${degraded.join(', ')}` : ''
  }`;

/**
 * Polls the status until the condition is true or the time is up.
 * @returns the last status
 */
export async function waitForStatus(
  origin: string,
  isReported: (reported: ReportedStatus) => boolean,
  limitMs = 15_000,
): Promise<ReportedStatus> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const reported = await readReportedStatus(origin);
    if (isReported(reported) || performance.now() > giveUpAt) return reported;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** Expects that the log contains each of these messages, at or after the line with index `since`. */
export function logged(app: Pick<BuiltApp, 'lines'>, since: number, messages: readonly string[]): Finding {
  const found = app.lines.slice(since).filter(({ msg }) => messages.includes(msg));
  const words = found.map(({ msg, dependency, work }: LogLine) => [msg, dependency ?? work ?? ''].join(' ').trim());
  return finding(
    `The log says: ${messages.join(', ')}`,
    listed(words),
    messages.every(msg => found.some(line => line.msg === msg)),
  );
}

/** Expects that the log contains no bugs, except for requests that failed because the database was unavailable. */
export function noBugs(apps: readonly Pick<BuiltApp, 'bugs'>[]): Finding {
  const bugs = apps.flatMap(app => app.bugs()).filter(line => !isOutside(JSON.stringify(line)));
  return finding('No fault of ours in the log', bugs[0] ? JSON.stringify(bugs[0]).slice(0, 200) : 'none', bugs.length === 0);
}
