/** A driver's token. The app makes one for each start and never pushes tokens. */
export interface OcpiToken {
  country_code: string;
  party_id: string;
  uid: string;
  type: string;
  contract_id: string;
  issuer: string;
  valid: boolean;
  whitelist: string;
  last_updated: string;
}
