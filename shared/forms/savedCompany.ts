import { COMPANY_FIELDS, type CompanyForm } from './companyFields.ts';

/** Beside the fields of the search, which has a country too. */
const PREFIX = 'kept-';

type Values = Readonly<Record<string, string>>;

/** What somebody has typed about a company, as it goes along with a search for its receipt. */
export const savedCompanyValues = (company: CompanyForm): Values =>
  Object.fromEntries(COMPANY_FIELDS.map(name => [PREFIX + name, company[name]]));

/** The same out of a form; null: it has none. */
export function readSavedCompany(values: Values): CompanyForm | null {
  if (values[`${PREFIX}companyName`] === undefined) return null;
  return Object.fromEntries(COMPANY_FIELDS.map(name => [name, values[PREFIX + name] ?? ''])) as unknown as CompanyForm;
}
