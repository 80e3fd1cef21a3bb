import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import { PATHS } from '../../../shared/charging/paths.ts';
import type { BrandReview, Brands, LegalLine } from '../../../shared/console/brands.ts';
import { LEGAL_KINDS } from '../../../shared/model/legal.ts';
import { CURRENCIES } from '../../../shared/model/money.ts';
import { reviewColors } from '../../core/branding/brandReview.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { getClient } from '../../shop/catalogue/clients.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { countPointsOfClient, findFirstPoint } from '../../store/shop/plugsSold.ts';

/**
 * Lists all brands, with a preview of the selected one. Brands that offer charging come first. Without `id`, the first brand is
 * selected.
 */
export async function getBrands(context: OperatorContext, { id }: { id?: string }): Promise<Brands> {
  const clients = await listClients(context.store.db, { isCurrent: true });
  const sorted = clients.toSorted((a, b) => Number(sells(b)) - Number(sells(a)) || (a.name < b.name ? -1 : 1));
  const client = id === undefined ? sorted[0] : sorted.find(each => each.id === id);
  return {
    brands: sorted.map(each => ({ id: each.id, name: each.name })),
    shown: client ? await reviewed(context, client) : null,
  };
}

/** Maximum number of charging points that is counted, to keep the query fast. */
const MAX_COUNT = 10_000;

const sells = ({ parties }: ClientRecord): boolean => parties.length > 0;

async function reviewed(context: OperatorContext, client: ClientRecord): Promise<BrandReview> {
  const { id, name, languages, mainLanguage, supportEmail, supportPhone, namesRequired, emailRequired, checkoutForm } = client;
  const { logo, logoDark } = await getClient(context, { clientId: id });
  const { db } = context.store;
  const first = await findFirstPoint(db, id);
  return {
    id,
    name,
    points: await countPointsOfClient(db, { clientId: id, limit: MAX_COUNT }),
    languages,
    mainLanguage,
    samples: samplesOf(id, first?.evseId),
    colors: reviewColors(client.colors),
    logo,
    logoDark,
    hasPrintLogo: client.logoPrint !== null,
    iconPath: `/favicon.ico?client=${encodeURIComponent(id)}`,
    legal: LEGAL_KINDS.map(kind => legalOf(client, kind)),
    letters: { fromName: name, fromAddress: context.mail.sender ?? null, replyTo: supportEmail },
    supportPhone,
    holds: CURRENCIES.flatMap(currency => {
      const amountsMinor = client.holds[currency] ?? [];
      return amountsMinor.length > 0 ? [{ currency, amountsMinor }] : [];
    }),
    namesRequired,
    emailRequired,
    checkoutForm,
    contactDays: client.contactRetentionDays,
  };
}

/**
 * Returns sample pages of a brand: the payment page of a charging point, or the home page if the brand has no charging points.
 */
function samplesOf(id: string, evseId: string | undefined): BrandReview['samples'] {
  const at = (path: string): string =>
    path.replace(':clientId', encodeURIComponent(id)).replace(':evseId', encodeURIComponent(evseId ?? ''));
  // The home page of the neutral brand is at `/`.
  if (id === NEUTRAL_BRAND) return [{ of: 'home', path: PATHS.home }];
  const first =
    evseId === undefined
      ? ({ of: 'home', path: at(PATHS.clientHome) } as const)
      : ({ of: 'payment', path: at(PATHS.payment) } as const);
  return [first, { of: 'receipts', path: at(PATHS.receipts) }];
}

function legalOf({ legal, languages, mainLanguage }: ClientRecord, kind: LegalLine['kind']): LegalLine {
  const isThere = (locale: (typeof languages)[number]): boolean => legal[locale]?.[kind] !== undefined;
  const instead = isThere(mainLanguage) ? 'main' : 'none';
  return { kind, states: languages.map(locale => ({ locale, state: isThere(locale) ? 'there' : instead })) };
}
