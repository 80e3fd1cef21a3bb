import type { BrandReview } from '../../../../shared/console/brands.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Folded } from '../../parts/Folded.tsx';

type Sample = BrandReview['samples'][number];

/** Previews of a drivers' page in iframes, which can be scrolled but not used. */
export function Previews({ sample: { of, path } }: { sample: Sample }) {
  const { t } = useWords();
  return (
    <Block name={t(`brands.sample.${of}`)}>
      <div className="pvs pvs--phone">
        <Preview {...{ of, path }} width="phone" light="light" />
      </div>
      <Folded
        text={
          <>
            {t('brands.morePreviews')}
            <span className="vh">: {t(`brands.sample.${of}`)}</span>
          </>
        }
      >
        <div className="pvs pvs--phone">
          <Preview {...{ of, path }} width="phone" light="dark" />
        </div>
        <div className="pvs pvs--desktop">
          <Preview {...{ of, path }} width="desktop" light="light" />
          <Preview {...{ of, path }} width="desktop" light="dark" />
        </div>
      </Folded>
    </Block>
  );
}

interface PreviewProps {
  of: Sample['of'];
  path: string;
  width: 'phone' | 'desktop';
  light: 'light' | 'dark';
}

function Preview({ of, path, width, light }: PreviewProps) {
  const { t } = useWords();
  const { locale } = useConsole();
  const name = t('brands.preview', {
    page: t(`brands.sample.${of}`),
    width: t(`brands.width.${width}`),
    light: t(`brands.light.${light}`),
  });
  return (
    <figure>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved up and down must be reached by keyboard. */}
      <section className="pv" aria-label={name} tabIndex={0}>
        <iframe
          title={name}
          src={`/operator/preview/${light}/${locale}${path}`}
          sandbox="allow-same-origin"
          loading="lazy"
          scrolling="no"
          inert
        />
      </section>
      <figcaption>
        {t(`brands.width.${width}`)}, {t(`brands.light.${light}`)}
      </figcaption>
    </figure>
  );
}
