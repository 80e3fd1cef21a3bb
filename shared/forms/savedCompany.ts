import { COMPANY_FIELDS, type CompanyForm } from './companyFields.ts';

/** Prefix of the company's fields inside the form of the receipt search, because both forms have a field `country`. */
const PREFIX = 'kept-';

type Values = Readonly<Record<string, string>>;

/** Returns hidden fields with the values of a company form, so that they are not lost during a receipt search. */
export const savedCompanyValues = (company: CompanyForm): Values =>
  Object.fromEntries(COMPANY_FIELDS.map(name => [PREFIX + name, company[name]]));

/**
 * Reads the company form from the hidden fields of the receipt search.
 * @returns null if there are no such fields
 */
export function readSavedCompany(values: Values): CompanyForm | null {
  if (values[`${PREFIX}companyName`] === undefined) return null;
  return Object.fromEntries(COMPANY_FIELDS.map(name => [name, values[PREFIX + name] ?? ''])) as unknown as CompanyForm;
}
