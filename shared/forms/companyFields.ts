/** A request for an invoice to a company, as the browser sends it. */
export interface CompanyForm {
  companyName: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  vatId: string;
}

/** Fields in the order of the form. */
export const COMPANY_FIELDS = ['companyName', 'street', 'postalCode', 'city', 'country', 'vatId'] as const;
