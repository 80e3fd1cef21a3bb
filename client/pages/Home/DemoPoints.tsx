import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { DemoPoint, DemoScript } from '../../../shared/charging/demo.ts';
import { AppLink } from '../../components/control/AppLink.tsx';
import { Disclosure } from '../../components/control/Disclosure.tsx';
import { TapLink } from '../../components/control/TapLink.tsx';
import { TapRows } from '../../components/control/TapRows.ts';
import { Section } from '../../components/layout/Columns.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon, type IconName } from '../../components/text/Icon.tsx';
import { EvseId, Small } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';

/** The scripts that have a tile. The list of all points contains the others. */
const TILES = [
  { script: 'connected', icon: 'zap' },
  { script: 'plugs-in', icon: 'plug' },
  { script: 'pauses', icon: 'circle-pause' },
  { script: 'free', icon: 'gift' },
  { script: 'occupied', icon: 'car' },
  { script: 'out-of-order', icon: 'ban' },
] as const satisfies readonly { script: DemoScript; icon: IconName }[];

/** Lists six charging points of the demo as tiles. A disclosure contains all points, by brand. */
export function DemoPoints({ points }: { points: readonly DemoPoint[] }) {
  const { t } = useTranslation();
  const { client } = useVisit();
  const brands = [...new Set(points.map(({ clientId }) => clientId))];
  const tiles = TILES.flatMap(tile => {
    const there = points.filter(({ script }) => script === tile.script);
    const point = there.find(({ country }) => country === client.country) ?? there[0];
    return point ? [{ ...tile, point }] : [];
  });
  return (
    <Demo aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demo.title')}</h2>
      <Small>{t('demo.text')}</Small>
      <Tiles>
        {tiles.map(({ script, icon, point }) => (
          <li key={script}>
            <AppLink to={addressOf(point)}>
              <Icon name={icon} />
              {t(`demo.tile.${script}`)}
            </AppLink>
          </li>
        ))}
      </Tiles>
      <Disclosure summary={t('demo.all', { count: points.length })}>
        <Stack $gap={5}>
          {brands.map(brand => (
            <Brand key={brand} points={points.filter(({ clientId }) => clientId === brand)} isAlone={brands.length === 1} />
          ))}
        </Stack>
      </Disclosure>
    </Demo>
  );
}

const addressOf = ({ clientId, evseId }: DemoPoint): string => `/${clientId}/evse/${evseId}`;

function Brand({ points, isAlone }: { points: readonly DemoPoint[]; isAlone: boolean }) {
  const { t } = useTranslation();
  return (
    <Stack $gap={2}>
      {!isAlone && <h3>{points[0]?.clientName}</h3>}
      <TapRows>
        {points.map(point => (
          <li key={point.evseId}>
            <TapLink
              to={addressOf(point)}
              title={`${point.street}, ${point.city}`}
              text={
                <>
                  <EvseId id={point.evseId} /> · {t(`demo.script.${point.script}`)}
                </>
              }
            />
          </li>
        ))}
      </TapRows>
    </Stack>
  );
}

const Demo = styled(Section)`
  && {
    padding-block: var(--s4) 0;
  }
  /* On phones, the tiles take the place of the steps, so that the page stays short. */
  @media (max-width: 45.99em) {
    section:has(+ &) {
      display: none;
    }
  }
  > h2 {
    margin-bottom: var(--s1);
  }
`;

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
  gap: var(--s2);
  margin-top: var(--s3);
  a {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 52px;
    padding: var(--s1) var(--s3);
    border: 1.5px solid var(--line-strong);
    border-radius: var(--radius);
    color: var(--ink);
    font-weight: 600;
    hyphens: auto;
    line-height: 1.2;
    text-decoration: none;
  }
  a:hover {
    background: var(--surface);
  }
  a:active {
    background: var(--data-soft);
  }
  svg {
    color: var(--primary-text);
  }
`;
