/** Who may charge. Ours are made for one start each and never pushed. */
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
