/** The company to which the driver requests an invoice, as the form sends it. */
export interface CompanyForm {
  companyName: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  vatId: string;
}

/** Field names in the order of the form. */
export const COMPANY_FIELDS = ['companyName', 'street', 'postalCode', 'city', 'country', 'vatId'] as const;
