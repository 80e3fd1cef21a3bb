import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Rule {
  alert: string;
  expr: string;
  keep_firing_for?: string;
}
interface Matched {
  source_matchers: string[];
  target_matchers: string[];
}
const FOLDER = 'docs/operations';
const read = <T>(name: string): T => parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as T;
const RULES = read<{ groups: { rules: Rule[] }[] }>('alerts.yml').groups.flatMap(({ rules }) => rules);

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('The alerts', () => {
  it.each(RULES.filter(({ expr }) => /predict_linear|deriv/.test(expr)))(
    'judge a trend by an hour of samples at least: $alert',
    ({ expr }) => {
      expect(expr).toMatch(/count_over_time\(.*\[1h:5m\]\)+ >= 12/);
    },
  );

  it.each(RULES.filter(({ expr }) => /charging_(attention|unsettled|notices|outbox|connection_|charge_point)/.test(expr)))(
    'go on over a restart of the database their figure comes from: $alert',
    rule => {
      expect(rule.keep_firing_for).toBe('15m');
    },
  );

  it('that the example for Alertmanager names are there', () => {
    const { inhibit_rules } = read<{ inhibit_rules: Matched[] }>('alertmanager.yml');
    const matchers = inhibit_rules.flatMap(({ source_matchers, target_matchers }) => [...source_matchers, ...target_matchers]);
    const named = matchers.flatMap(matcher => /^alertname=~?"(.*)"$/.exec(matcher)?.[1]?.split('|') ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(name => !RULES.some(({ alert }) => alert === name))).toEqual([]);
  });

  // promtool belongs to Prometheus, which is no npm package. Where it is not installed, run its command from the runbook
  // manually.
  (hasPromtool ? it : it.skip)('fire and stay silent as their tests for promtool say', () => {
    const answer = execFileSync('promtool', ['test', 'rules', `${FOLDER}/alerts.test.yml`], { encoding: 'utf8' });
    expect(answer).toContain('SUCCESS');
  });
});
