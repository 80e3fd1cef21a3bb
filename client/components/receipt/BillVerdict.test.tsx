/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { cleanup, screen } from '@testing-library/react';
import { BILL_REASONS, type BillCheck, RECORD_REASONS } from '../../../shared/charging/receipt.ts';
import { LOCALES } from '../../../shared/model/locales.ts';
import { receipt, showPage } from '../../pages/Session/Session.fixture.tsx';
import { BillVerdict } from './BillVerdict.tsx';

const GOOD: BillCheck = {
  overall: 'ok',
  records: [{ verdict: 'valid', reason: null, publicKey: '3059ABCD' }],
  reasons: [],
  signedEnergyWh: 12_345,
  billedEnergyWh: 12_345,
  meter: {
    id: 'METER-1',
    startWh: 4_711_204,
    stopWh: 4_723_549,
    startedAt: '2026-11-20T15:23:00Z',
    stoppedAt: '2026-11-20T16:24:00Z',
  },
};

function show(changes: Partial<BillCheck> = {}) {
  const found = receipt({ check: { ...GOOD, ...changes } });
  const { container } = showPage({ content: () => <BillVerdict receipt={found} />, data: null, strings: ['check', 'unit'] });
  return (container.textContent ?? '').replaceAll('\u00a0', ' ');
}

afterEach(cleanup);

test('a driver sees that the bill is what the meter signed', () => {
  const text = show();
  expect(text).toContain('Everything matchesSignature valid');
  expect(text).toContain('Signed energy and billed energy are the same: 12.345 kWh.');
  expect(text).toContain('12.345 kWhsigned by the meter=12.345 kWhbilled');
  expect(text).not.toContain('Please contact us');
});

test('the readings of the meter and its key can be compared with the charging point', () => {
  const text = show();
  expect(text).toContain('4,711.204 kWh');
  expect(text).toContain('4,723.549 kWh');
  expect(text).toContain('METER-1');
  expect(screen.getByText('3059ABCD').tagName).toBe('CODE');
  expect(text).toContain('Compare this key with the key on the charging point.');
});

test('the check can be made without us', () => {
  show();
  const link = screen.getByRole('link', { name: 'Open transparency software' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://transparenz.software', 'noreferrer']);
  expect(
    screen.getByText('This check is only an aid. It does not replace the check with the transparency software.'),
  ).toBeTruthy();
});

test('a bill that does not match says why, and whom to call', () => {
  const invalid = { verdict: 'invalid', reason: 'signature', publicKey: null } as const;
  const text = show({ overall: 'problem', records: [invalid, invalid], reasons: ['energy'], signedEnergyWh: 14_345 });
  expect(text).toContain('Something does not matchSignature not valid');
  expect(text).toContain('14.345 kWhsigned by the meter≠12.345 kWhbilled');
  expect(screen.getAllByRole('listitem').map(item => item.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'The values have been changed or belong to another key.',
    'Signed energy and billed energy differ: 14.345 kWh signed, 12.345 kWh billed.',
  ]);
  expect(text).toContain('Please contact us at +49 8382 704 100 and give the transaction ID 482 913 057.');
  expect(screen.getByRole('link', { name: /^\+49\s8382\s704\s100$/ }).getAttribute('href')).toBe('tel:+498382704100');
});

test('a format that is not read here is no accusation', () => {
  const unverifiable = { verdict: 'unverifiable', reason: 'format', publicKey: null } as const;
  const text = show({ overall: 'open', records: [unverifiable], reasons: ['incomplete'], signedEnergyWh: null });
  expect(text).toContain('The check is not completeSignature could not be checked here');
  expect(text).not.toContain('≠');
  expect(text).not.toContain('Please contact us');
});

test.each(LOCALES)('every verdict has its words in %s', locale => {
  const words = JSON.parse(readFileSync(`locales/${locale}/check.json`, 'utf8')) as Record<string, string>;
  const needed = [
    ...RECORD_REASONS.map(reason => `record.${reason}`),
    ...BILL_REASONS.map(reason => `reason.${reason}`),
    ...['ok', 'problem', 'open'].map(overall => `result.${overall}`),
    ...['valid', 'invalid', 'unverifiable'].map(verdict => `signature.short.${verdict}`),
  ];
  expect(needed.filter(key => !words[key])).toEqual([]);
});
