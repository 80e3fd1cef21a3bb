import type { Plug, StartRequest } from '../../shared/charging/charging.ts';
import { FORM_TOKEN_PATH } from '../../shared/charging/paths.ts';

export interface PointAddress {
  clientId: string;
  evseId: string;
}

export const CONTACT = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  emailConfirmation: 'ada@example.org',
};

/** Builds the order request that the script of the payment page sends, with a new form token. */
export async function fillInOrder(origin: string, { clientId, evseId }: PointAddress, plug: Plug): Promise<StartRequest> {
  const { formToken } = (await (await fetch(origin + FORM_TOKEN_PATH)).json()) as { formToken: string };
  return {
    clientId,
    evseId,
    connector: plug.id,
    limitMinor: plug.limits.at(-1)?.amountMinor ?? null,
    contact: CONTACT,
    tariffVersion: plug.tariffVersion,
    consents: { acceptTerms: true, acceptPrivacy: true },
    formToken,
    locale: 'de',
  };
}
