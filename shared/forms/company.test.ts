import { describe, expect, test } from '@jest/globals';
import { companyErrors, tidyCompany } from './company.ts';
import type { CompanyForm } from './companyFields.ts';
import { readVatId, TAX_COUNTRIES, taxCountry } from './vatIds.ts';

const form = (more: Partial<CompanyForm> = {}): CompanyForm => ({
  companyName: 'Fuhrpark Muster GmbH',
  street: 'Hafenstraße 3',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'de',
  vatId: '',

  ...more,
});

describe('what somebody types for an invoice to a company', () => {
  test('is enough without a VAT ID', () => {
    expect(companyErrors(form())).toEqual({});
  });

  test('names everything that is missing, in the order of the form', () => {
    const empty = { companyName: ' ', street: '', postalCode: '', city: '', country: '', vatId: '' };
    expect(Object.entries(companyErrors(empty)).map(([field, { key }]) => `${field} ${key}`)).toEqual([
      'companyName company.error.name',
      'street company.error.street',
      'postalCode company.error.postalCode',
      'city company.error.city',
      'country company.error.country',
    ]);
  });

  test.each<[Partial<CompanyForm>, string, string]>([
    [{ companyName: 'x'.repeat(121) }, 'companyName', 'company.error.tooLong'],
    [{ postalCode: '2045' }, 'postalCode', 'company.error.postalCodeInvalid'],
    [{ country: 'us' }, 'country', 'company.error.country'],
    [{ country: 'toString' }, 'country', 'company.error.country'],
    [{ vatId: 'DE12345678' }, 'vatId', 'company.error.vatId'],
    [{ vatId: 'hello' }, 'vatId', 'company.error.vatId'],
    [{ vatId: 'ATU12345678' }, 'vatId', 'company.error.vatIdCountry'],
  ])('%j is refused where it is wrong', (wrong, field, key) => {
    expect(Object.entries(companyErrors(form(wrong))).map(([name, error]) => [name, error.key])).toEqual([[field, key]]);
  });

  test('is written on the document without surplus blanks', () => {
    const typed = form({ companyName: '  Muster   GmbH ', postalCode: ' sw1a 1aa', country: 'gb', vatId: 'gb 123 4567-89' });
    expect(companyErrors(typed)).toEqual({});
    expect(tidyCompany(typed)).toMatchObject({ companyName: 'Muster GmbH', postalCode: 'SW1A 1AA', vatId: 'GB123456789' });
  });
});

describe('a VAT ID', () => {
  test.each(Object.keys(TAX_COUNTRIES))('of %s is understood as it is written there, and not with a digit too many', country => {
    const { example = '' } = taxCountry(country) ?? {};
    expect(readVatId(example, country)).toMatchObject({ vatId: expect.stringMatching(/^[A-Z\d]+$/) });
    expect(readVatId(`${example}9999999999999`, country)).toBe('wrong');
  });

  test.each([
    ['123456789', 'de', 'DE123456789'],
    ['12345678', 'hu', 'HU12345678'],
    ['u12345678', 'at', 'ATU12345678'],
    ['CHE-123.456.789 TVA', 'ch', 'CHE123456789TVA'],
    ['094259216', 'gr', 'EL094259216'],
    ['X1234567L', 'es', 'ESX1234567L'],
    ['ie 1a23456b', 'ie', 'IE1A23456B'],
  ])('%s of a company in %s becomes %s', (typed, country, vatId) => {
    expect(readVatId(typed, country)).toEqual({ vatId });
  });
});
