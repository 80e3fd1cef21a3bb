/** A company invoice asked for afterwards, as a browser sends it. */
export interface CompanyForm {
  companyName: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  vatId: string;
}

/** In the order of the form. */
export const COMPANY_FIELDS = ['companyName', 'street', 'postalCode', 'city', 'country', 'vatId'] as const;
