import { Gauge, type Registry } from 'prom-client';
import { within } from '../../../shared/util/within.ts';
import type { Check, Checked, Checker } from './checks.ts';

export interface CheckGaugesDependencies {
  checks: readonly Check[];
  runCheck: Checker;
}

/**
 * Timeout of a check in milliseconds; after it, the check counts as down. Prometheus aborts a scrape after ten seconds by
 * default.
 */
const LIMIT_MS = 4000;

/**
 * Values of check results that get a metric of their own. `of` names the check, `fact` names the value, and `by` is the number
 * to divide the value by.
 */
const FIGURES = [
  { of: 'disk', fact: 'freeBytes', by: 1, name: 'disk_free_bytes', help: 'Free space on the disk of DATA_DIR' },
  { of: 'disk', fact: 'freePercent', by: 100, name: 'disk_free_ratio', help: 'Free space as a share of the disk' },
  { of: 'clock', fact: 'jumpedByS', by: 1, name: 'clock_jump_seconds', help: 'By how much the clock jumped in the last hour' },
  {
    of: 'notices',
    fact: 'silentS',
    by: 1,
    name: 'notices_silent_seconds',
    help: 'For how long a hold has been without a webhook',
  },
] as const;

/** Exports the checks of /status as Prometheus metrics. */
export function createCheckGauges(registry: Registry, { checks, runCheck }: CheckGaugesDependencies): { check(): Promise<void> } {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `charging_${name}`, help, labelNames, registers: [registry] });
  const isUp = gauge('dependency_up', 'Dependency of the app: 1 up, 0 down', ['dependency']);
  const isDegraded = gauge('dependency_degraded', 'Dependency that is up but degraded: 1', ['dependency']);
  const names = new Set(checks.map(({ name }) => name));
  const figures = FIGURES.filter(({ of }) => names.has(of)).map(({ name, help, ...what }) => ({
    ...what,
    gauge: gauge(name, help),
  }));

  const setFigures = (checked: Checked): void => {
    for (const { of, fact, by, gauge: figure } of figures) {
      const value = checked[fact];
      if (of === checked.name && typeof value === 'number') figure.set(value / by);
    }
  };
  return {
    async check() {
      await Promise.all(
        checks.map(async check => {
          const dependency = check.name;
          const checked = await within<Checked | null>(runCheck(check), LIMIT_MS, () => null);
          isUp.set({ dependency }, checked?.status === 'up' ? 1 : 0);
          isDegraded.set({ dependency }, checked?.degraded == null ? 0 : 1);
          if (checked) setFigures(checked);
        }),
      );
    },
  };
}
