/** A brand, as the ledger and reports name it: the supplier of the sessions. */
export interface Supplier {
  id: string;
  name: string;
}
