import type { BrandReview, Brands } from '../../../../shared/console/brands.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Colors } from './Colors.tsx';
import { Legal, Missing } from './Legal.tsx';
import { Previews } from './Previews.tsx';
import { EmailSettings, Logos, Rules } from './Rules.tsx';

export const allBrandsPage: ConsolePage = { path: '/brands', tab: 'brands', show };
export const brandPage: ConsolePage = { path: '/brands/:id', tab: 'brands', show };

/** Shows a brand with its logos, colours, texts and previews. */
async function show({ operating, params }: ConsoleRequest): Promise<Shown> {
  const brands = await operating.getBrands(params.id === undefined ? {} : { id: params.id });
  if (params.id !== undefined && !brands.shown) return null;
  return { title: 'frame.nav.brands', content: <BrandsView brands={brands} /> };
}

function BrandsView({ brands: { brands, shown } }: { brands: Brands }) {
  const { t } = useWords();
  if (!shown) return <h1>{t('brands.none')}</h1>;
  const [first, ...others] = shown.samples;
  return (
    <>
      <Head brand={shown} />
      {brands.length > 1 && (
        <nav className="filters" aria-label={t('frame.nav.brands')}>
          {brands.map(({ id, name }) => (
            <a key={id} href={`/operator/brands/${id}`} aria-current={id === shown.id ? 'true' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <div className="cols">
        <div>
          {first && <Previews sample={first} />}
          <Colors colors={shown.colors} />
          {others.map(sample => (
            <Previews key={sample.path} sample={sample} />
          ))}
        </div>
        <div>
          <Missing brand={shown} />
          <Legal brand={shown} />
          <Logos brand={shown} />
          <EmailSettings brand={shown} />
          <Rules brand={shown} />
        </div>
      </div>
    </>
  );
}

function Head({ brand: { name, points, samples } }: { brand: BrandReview }) {
  const { t } = useWords();
  const { drivers } = useConsole();
  const [first] = samples;
  return (
    <div className="page-head">
      <div>
        <h1>{name}</h1>
        <p>{t('brands.points', { count: points })}</p>
      </div>
      {first && (
        <a className="btn btn--quiet" href={drivers + first.path}>
          {t('brands.open')}
          <Icon name="chevron-right" />
        </a>
      )}
    </div>
  );
}
