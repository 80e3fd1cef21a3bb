import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import deTexts from '../../client/console/texts/de/webhooks.json' with { type: 'json' };
import { OFF_AFTER_MS, RETRY_MS } from '../../server/staff/webhooks/sendWebhook.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '../../shared/console/webhooks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';

const CONTRACT = readFileSync('docs/contracts/webhooks.md', 'utf8');
const [, TABLE = ''] = CONTRACT.split('<!-- events -->');

it('The contract of webhooks lists every event and when it is sent, and no other', () => {
  const rows = [...TABLE.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, type = '', when]) => [type, when]);
  expect(rows).toEqual(Object.entries(WEBHOOK_EVENTS));
});

it('The console describes every event', () => {
  for (const type of WEBHOOK_EVENT_TYPES) expect(deTexts).toHaveProperty([`event.${type.replace(/[._]/g, '-')}`]);
});

it('The contract of webhooks names the waits between the attempts', () => {
  const [, waits = ''] = /Sent again after ([^,]+(?:, [^,]+)*?), each prolonged/.exec(CONTRACT) ?? [];
  const unit = { s: 1000, min: MINUTE_MS, h: HOUR_MS };
  const read = [...waits.matchAll(/(\d+) (s|min|h)/g)].map(([, count, name]) => Number(count) * unit[name as keyof typeof unit]);
  expect(read).toEqual(RETRY_MS);
  expect(CONTRACT).toContain(`succeeds for ${['', '', '', 'three'][OFF_AFTER_MS / DAY_MS]} days`);
});
