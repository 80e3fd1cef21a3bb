import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const UNIT = readFileSync('deploy/charging.service', 'utf8');
const valuesOf = (key: string): string[] => [...UNIT.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

it.each([
  ['NoNewPrivileges', 'yes'],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateTmp', 'yes'],
  ['PrivateDevices', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['UMask', '0077'],
  ['StateDirectory', 'charging'],
  ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
  ['After', 'network-online.target postgresql.service'],
  ['WantedBy', 'multi-user.target'],
])('The unit for systemd has %s=%s', (key, value) => {
  expect(valuesOf(key)).toEqual([value]);
});

it('The unit of the backup starts a script that is there, by the user and with the settings of the app', () => {
  const unit = readFileSync('deploy/charging-backup.service', 'utf8');
  expect(statSync('deploy/backup.sh').mode & 0o111).not.toBe(0);
  for (const line of ['ExecStart=/srv/charging/deploy/backup.sh /var/backups/charging', 'User=charging', 'UMask=0077'])
    expect(unit).toContain(`\n${line}\n`);
  expect(unit).toContain(`\nEnvironmentFile=${valuesOf('EnvironmentFile')[0]}\n`);
});

it('The unit for systemd runs as a user of its own, and starts files that are there', () => {
  expect(valuesOf('User')).toEqual(['charging']);
  expect(existsSync('scripts/operator/migrate.ts')).toBe(true);
  expect(valuesOf('ExecStartPre')[0]).toContain(' scripts/operator/migrate.ts');
  expect(valuesOf('ExecStart')[0]).toContain(' dist/start.mjs');
  // This systemd option would stop V8, which compiles code at run time and executes memory that it has written.
  expect(UNIT).not.toContain('MemoryDenyWriteExecute');
});
