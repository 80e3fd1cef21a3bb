/** The token by which a CPO authorizes a driver. The app makes a new token for each start and sends it only with that start. */
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
