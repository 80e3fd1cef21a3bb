import { COMPANY_FIELDS, type CompanyForm } from './companyFields.ts';

/** Prefix of the company's fields inside a search form, because both forms have a field `country`. */
const PREFIX = 'kept-';

type Values = Readonly<Record<string, string>>;

/** Returns the hidden fields that carry a filled-in company form through a receipt search. */
export const savedCompanyValues = (company: CompanyForm): Values =>
  Object.fromEntries(COMPANY_FIELDS.map(name => [PREFIX + name, company[name]]));

/**
 * Reads the company form from the fields of a search form.
 * @returns null if it contains none
 */
export function readSavedCompany(values: Values): CompanyForm | null {
  if (values[`${PREFIX}companyName`] === undefined) return null;
  return Object.fromEntries(COMPANY_FIELDS.map(name => [name, values[PREFIX + name] ?? ''])) as unknown as CompanyForm;
}
