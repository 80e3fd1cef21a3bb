import type { LabelLine, Labels, LabelsQuery } from '../../../../shared/console/stations.ts';
import { addressOf } from '../../core/addressOf.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

const LABELS_PATH = '/operator/labels';

/** The printable QR code labels of plugs, for one location or for all. */
export const labelsPage: ConsolePage = {
  path: '/labels',
  tab: 'labels',
  async show({ operating, query }) {
    const labelsQuery = parseQuery(query);
    const labels = await operating.listLabels(labelsQuery);
    return { title: 'frame.nav.labels', content: <LabelsView request={labelsQuery} labels={labels} /> };
  },
};

/** The QR code labels as a PDF file. */
export const labelsFilePage: ConsolePage = {
  path: '/labels.pdf',
  tab: 'labels',
  async show({ operating, query }) {
    const file = await operating.exportLabels(parseQuery(query));
    return file && { file };
  },
};

const parseQuery = ({ at = '', after = '', locations = '' }: Readonly<Record<string, string>>): LabelsQuery => ({
  ...(at === '' ? {} : { at }),
  ...(after === '' ? {} : { after }),
  ...(locations === '' ? {} : { afterLocation: locations }),
});

const listedAt = ({ at, after, afterLocation }: LabelsQuery, path = LABELS_PATH): string =>
  addressOf(path, { at, after, locations: afterLocation });

function LabelsView({ request, labels: { labels, locations } }: { request: LabelsQuery; labels: Labels }) {
  const { t } = useWords();
  const { lines, after } = labels;
  const [first] = lines;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('frame.nav.labels')}</h1>
          <p>{t('stations.labels.lead')}</p>
        </div>
        {lines.length > 0 && (
          <a className="btn btn--primary" href={listedAt(request, `${LABELS_PATH}.pdf`)}>
            <Icon name="download" />
            {t('stations.labels.print', { count: lines.length })}
          </a>
        )}
      </div>
      <LocationFilter request={request} locations={locations} />
      <Block name={request.at !== undefined && first ? `${first.street}, ${first.city}` : t('stations.labels.everywhere')}>
        {lines.length === 0 && <p className="muted">{t('stations.labels.none')}</p>}
        <ul className="labels">
          {lines.map(label => (
            <Label key={`${label.evseId} ${label.connector}`} label={label} />
          ))}
        </ul>
        {after !== null && (
          <div className="pages gap">
            <a className="btn btn--quiet" href={listedAt({ ...request, after })}>
              <Icon name="chevron-right" />
              {t('stations.labels.more')}
            </a>
          </div>
        )}
      </Block>
    </>
  );
}

function LocationFilter({
  request: { at, afterLocation },
  locations: { lines, after },
}: {
  request: LabelsQuery;
  locations: Labels['locations'];
}) {
  const { t } = useWords();
  const pageParams = afterLocation === undefined ? {} : { afterLocation };
  // If a location is chosen, a link "All places" replaces the other locations, because they would fill a phone screen.
  const shown = at === undefined ? lines : [{ place: at, points: null }];
  return (
    <nav className="filters" aria-label={t('stations.labels.places')}>
      <a href={listedAt(pageParams)} aria-current={at === undefined ? 'true' : undefined}>
        {at === undefined && <Icon name="check" />}
        {t('stations.labels.everywhere')}
      </a>
      {shown.map(({ place, points }) => (
        <a key={place} href={listedAt({ ...pageParams, at: place })} aria-current={place === at ? 'true' : undefined}>
          {place === at && <Icon name="check" />}
          {place} {points !== null && <b>{points}</b>}
        </a>
      ))}
      {at === undefined && after !== null && <a href={listedAt({ afterLocation: after })}>{t('stations.labels.morePlaces')}</a>}
    </nav>
  );
}

function Label({ label: { evseId, number, street, city, address, modules } }: { label: LabelLine }) {
  const { t } = useWords();
  return (
    <li className="label-card">
      <Code modules={modules} name={t('stations.labels.alt', { address })} />
      <span>
        <b>{number}</b>
        <small className="id">{evseId}</small>
        <small>
          {street}, {city}
        </small>
      </span>
    </li>
  );
}

/** Draws a QR code with the white border that scanners need. */
function Code({ modules, name }: { modules: LabelLine['modules']; name: string }) {
  const side = modules.length + 4;
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`-2 -2 ${side} ${side}`} role="img" aria-label={name} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
