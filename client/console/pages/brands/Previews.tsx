import type { BrandReview } from '../../../../shared/console/brands.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

const LIGHTS = ['light', 'dark'] as const;
const WIDTHS = ['phone', 'desktop'] as const;

type Sample = BrandReview['samples'][number];

/** Previews of a drivers' page in iframes, which can be scrolled but not used. */
export function Previews({ sample: { of, path } }: { sample: Sample }) {
  const { t } = useWords();
  return (
    <Block name={t(`brands.sample.${of}`)}>
      {WIDTHS.map(width => (
        <div key={width} className={`pvs pvs--${width}`}>
          {LIGHTS.map(light => (
            <Preview key={light} {...{ of, path, width, light }} />
          ))}
        </div>
      ))}
    </Block>
  );
}

interface PreviewProps {
  of: Sample['of'];
  path: string;
  width: (typeof WIDTHS)[number];
  light: (typeof LIGHTS)[number];
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
