import { describe, expect, it } from '@jest/globals';
import { readAccounts, salesAccount } from './accounts.ts';
import { missingAccount } from './bookings.ts';
import { EXTF_COLUMNS } from './extfColumns.ts';
import { windows1252 } from './windows1252.ts';

describe('Accounts', () => {
  it('go by country and rate, then by country, then by whether it is of the Union', () => {
    const accounts = readAccounts('AT=8321, DE7=8300');
    const at = (country: string, percent: number) => salesAccount(accounts, { country, percent, home: 'de' });
    expect([at('de', 19), at('de', 7), at('at', 20), at('lu', 17), at('ch', 8.1)]).toEqual([
      '8400',
      '8300',
      '8321',
      '8320',
      '8338',
    ]);
  });

  it('never fall from the country of the supplier to the account of sales abroad', () => {
    const at = (percent: number, accounts = readAccounts('')) => salesAccount(accounts, { country: 'de', percent, home: 'de' });
    expect([at(7), at(0), at(19)]).toEqual([null, null, '8400']);
    expect(at(7, readAccounts('DE=8200'))).toBe('8200');
    expect(salesAccount(readAccounts(''), { country: 'at', percent: 20, home: 'at' })).toBeNull();
    expect(missingAccount(readAccounts(''), { country: 'de', home: 'de', vatMilli: 7000, isInvoicedByOther: false })).toBe('DE7');
    expect(missingAccount(readAccounts(''), { country: 'de', home: 'de', vatMilli: 7000, isInvoicedByOther: true })).toBeNull();
  });

  it('exist for rates with two decimals', () => {
    expect(salesAccount(readAccounts('ES7.75=8322'), { country: 'es', percent: 7.75, home: 'de' })).toBe('8322');
  });

  it('are those of the chart that is set', () => {
    const { transit, claims, sales, chart } = readAccounts('bank=1810', '04');
    expect([transit, claims, sales.DE19, chart]).toEqual(['1460', '1210', '4400', '04']);
  });

  it('are refused when they cannot be read, or have different lengths', () => {
    expect(() => readAccounts('bank=12')).toThrow('bank=12');
    expect(() => readAccounts('cash=1000')).toThrow('cash=1000');
    expect(() => readAccounts('bank=120000')).toThrow(/same number/);
  });
});

describe('A booking batch', () => {
  it('has the 125 columns of its version', () => {
    expect(EXTF_COLUMNS).toHaveLength(125);
    expect(new Set(EXTF_COLUMNS).size).toBe(125);
    expect([EXTF_COLUMNS[36], EXTF_COLUMNS[113], EXTF_COLUMNS[124]]).toEqual([
      'KOST1 - Kostenstelle',
      'Festschreibung',
      'Abw. Skontokonto',
    ]);
  });

  it('is written in the code page of Windows, with what it lacks told as well as it can be', () => {
    expect(new TextDecoder('windows-1252').decode(windows1252('Größe 5 € – „ok“ Győr 漢'))).toBe('Größe 5 € – „ok“ Gyor ?');
  });
});
