/** The fields of a stored API token that has no limits and was not used. */
export const UNLIMITED_TOKEN = {
  name: 'ERP',
  account: null,
  scopes: ['sessions:read'],
  brand: null,
  networks: null,
  maxRefund: null,
  refunded: null,
  usedAt: null,
} as const;
