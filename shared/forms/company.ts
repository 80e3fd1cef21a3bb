import type { FieldError, FieldErrors } from '../model/problem.ts';
import type { CompanyForm } from './companyFields.ts';
import { present } from './contact.ts';
import { readVatId, taxCountry } from './vatIds.ts';

const MAX_LENGTHS = { companyName: 120, street: 100, city: 80 } as const;

/**
 * Validates the company for an invoice. The VAT ID is optional. Only its format is checked.
 * @returns errors by field name; empty if the form is valid
 */
export function companyErrors(form: CompanyForm): FieldErrors {
  return present({
    companyName: textError(form.companyName, { required: 'company.error.name', maxLength: MAX_LENGTHS.companyName }),
    street: textError(form.street, { required: 'company.error.street', maxLength: MAX_LENGTHS.street }),
    postalCode: postalCodeError(form.postalCode, form.country),
    city: textError(form.city, { required: 'company.error.city', maxLength: MAX_LENGTHS.city }),
    country: taxCountry(form.country) ? null : { key: 'company.error.country' },
    vatId: vatIdError(form.vatId, form.country),
  });
}

/** Normalises the form for printing on a document: removes surplus spaces and writes the VAT ID in its official notation. */
export function tidyCompany({ country, vatId, ...form }: CompanyForm): CompanyForm {
  const read = readVatId(vatId, country);
  return {
    companyName: tidy(form.companyName),
    street: tidy(form.street),
    postalCode: tidy(form.postalCode).toUpperCase(),
    city: tidy(form.city),
    country,
    vatId: typeof read === 'object' ? read.vatId : tidy(vatId),
  };
}

const tidy = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function textError(text: string, { required, maxLength }: { required: string; maxLength: number }): FieldError | null {
  const { length } = tidy(text);
  if (length === 0) return { key: required };
  return length > maxLength ? { key: 'company.error.tooLong', values: { amount: maxLength } } : null;
}

function postalCodeError(text: string, country: string): FieldError | null {
  const code = tidy(text).toUpperCase();
  if (code === '') return { key: 'company.error.postalCode' };
  const home = taxCountry(country);
  return home && !home.postalCode.test(code) ? { key: 'company.error.postalCodeInvalid' } : null;
}

function vatIdError(text: string, country: string): FieldError | null {
  if (text.trim() === '' || !taxCountry(country)) return null;
  const read = readVatId(text, country);
  if (typeof read === 'object') return null;
  return { key: read === 'elsewhere' ? 'company.error.vatIdCountry' : 'company.error.vatId' };
}
