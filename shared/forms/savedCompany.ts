import { COMPANY_FIELDS, type CompanyForm } from './companyFields.ts';

/** Prefix of the company's fields in a search form, which has a country field as well. */
const PREFIX = 'kept-';

type Values = Readonly<Record<string, string>>;

/** A company form that a visitor has filled in and that a receipt search carries along. */
export const savedCompanyValues = (company: CompanyForm): Values =>
  Object.fromEntries(COMPANY_FIELDS.map(name => [PREFIX + name, company[name]]));

/**
 * Reads the company from a search form.
 * @returns null if the form has none
 */
export function readSavedCompany(values: Values): CompanyForm | null {
  if (values[`${PREFIX}companyName`] === undefined) return null;
  return Object.fromEntries(COMPANY_FIELDS.map(name => [name, values[PREFIX + name] ?? ''])) as unknown as CompanyForm;
}
