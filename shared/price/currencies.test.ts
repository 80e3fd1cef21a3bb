import { expect, test } from '@jest/globals';
import { CURRENCIES } from '../model/money.ts';
import { currencyAt } from './currencies.ts';

const german = { country: 'de', currency: 'EUR', currencies: ['EUR', 'CHF', 'HUF'] } as const;

test('money is that of the country where the point stands', () => {
  const paidIn = ['de', 'at', 'lu', 'ch', 'hu'].map(country => currencyAt(country, german));
  expect(paidIn).toEqual(['EUR', 'EUR', 'EUR', 'CHF', 'HUF']);
});

test('a brand is paid in its own money at home, and wherever it does not take that of the place', () => {
  const swiss = { country: 'ch', currency: 'CHF', currencies: ['CHF', 'EUR'] } as const;
  expect(['ch', 'de', 'hu'].map(country => currencyAt(country, swiss))).toEqual(['CHF', 'EUR', 'CHF']);
  for (const currency of CURRENCIES) {
    const single = { country: 'de', currency, currencies: [currency] };
    expect(['de', 'ch', 'nl', 'xx'].map(country => currencyAt(country, single))).toEqual(Array(4).fill(currency));
  }
});
