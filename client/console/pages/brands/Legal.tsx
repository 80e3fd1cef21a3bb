import type { BrandReview, LegalLine, LegalState } from '../../../../shared/console/brands.ts';
import { Icon, type IconName } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

/**
 * Required texts. Without terms or privacy policy, drivers cannot order. Without an imprint, they do not learn who the seller
 * is.
 */
const REQUIRED: readonly LegalLine['kind'][] = ['terms', 'privacy', 'imprint'];

const ICONS: Readonly<Record<LegalState, IconName>> = { there: 'check', main: 'triangle-alert', none: 'circle-x' };
const STATE_CLASSES: Readonly<Record<LegalState, string>> = { there: 'st st--ok', main: 'st st--warn', none: 'st st--off' };

/** Lists what the brand still lacks, most severe first. */
export function Missing({ brand: { legal, mainLanguage, logo, logoDark, hasPrintLogo, letters } }: { brand: BrandReview }) {
  const { t, language } = useWords();
  const texts = legal
    .filter(({ kind, states }) => REQUIRED.includes(kind) && states.some(({ state }) => state !== 'there'))
    .map(({ kind, states }) => {
      const lacking = states.filter(({ state }) => state !== 'there');
      // All missing languages of a text have the same state: either the main language replaces them, or the text exists in no
      // language.
      const state = lacking[0]?.state ?? 'there';
      const languages = lacking.map(({ locale }) => language(locale)).join(', ');
      const main = t('brands.missing.main', { language: language(mainLanguage) });
      return {
        name: t(`brands.legal.${kind}`),
        state,
        note: languages,
        says: state === 'none' ? t('brands.missing.none') : main,
      };
    });
  const parts = [
    { isThere: logo !== null, name: t('brands.logo.light'), says: t('brands.missing.logo') },
    { isThere: logo === null || logoDark !== null, name: t('brands.logo.dark'), says: t('brands.missing.dark') },
    { isThere: hasPrintLogo, name: t('brands.logo.print'), says: t('brands.missing.print') },
    { isThere: letters.replyTo !== null, name: t('brands.letters.replyTo'), says: t('brands.missing.replyTo') },
  ];
  const missing = [
    ...texts.toSorted((a, b) => Number(b.state === 'none') - Number(a.state === 'none')),
    ...parts.filter(({ isThere }) => !isThere).map(({ name, says }) => ({ name, says, note: null, state: 'main' as const })),
  ];
  const name = (
    <>
      {t('brands.missing')} {missing.length > 0 && <span className="count">{missing.length}</span>}
    </>
  );
  return (
    <Block name={name}>
      {missing.length === 0 ? (
        <p className="st st--ok">
          <Icon name="circle-check" />
          {t('brands.missing.nothing')}
        </p>
      ) : (
        <dl className="rows">
          {missing.map(each => (
            <div key={each.name}>
              <dt>
                {each.name}
                {each.note !== null && <small>{each.note}</small>}
              </dt>
              <dd>
                <State state={each.state} says={each.says} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Block>
  );
}

const State = ({ state, says }: { state: LegalState; says: string }) => (
  <span className={STATE_CLASSES[state]}>
    <Icon name={ICONS[state]} />
    <span>{says}</span>
  </span>
);

/** Table of the legal texts in all languages of the brand. */
export function Legal({ brand: { legal, languages } }: { brand: BrandReview }) {
  const { t, language } = useWords();
  return (
    <Block name={t('brands.legal')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved sideways must be reached by keyboard. */}
      <section className="scroll-x" aria-label={t('brands.legal.byLanguage')} tabIndex={0}>
        <table className="board board--tight">
          <thead>
            <tr>
              <th scope="col">{t('brands.legal.text')}</th>
              {languages.map(locale => (
                <th key={locale} scope="col">
                  <abbr title={language(locale)}>{locale}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {legal.map(({ kind, states }) => (
              <tr key={kind}>
                <th scope="row">{t(`brands.legal.${kind}`)}</th>
                {states.map(({ locale, state }) => (
                  <td key={locale}>
                    {state === 'none' && !REQUIRED.includes(kind) ? (
                      <span className="dim">
                        <span aria-hidden="true">–</span>
                        <span className="vh">{t('brands.state.optional')}</span>
                      </span>
                    ) : (
                      <span className={STATE_CLASSES[state]}>
                        <Icon name={ICONS[state]} />
                        <span className="vh">{t(`brands.state.${state}`)}</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Block>
  );
}
