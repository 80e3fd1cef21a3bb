import { AUDIT_FILTERS, type Audit, type AuditLine, type AuditQuery, isAuditedAct } from '../../../shared/console/audit.ts';
import { actNames } from '../core/actNames.ts';
import { addressOf } from '../core/addressOf.ts';
import type { ConsolePage, ConsoleRequest } from '../core/consolePage.ts';
import { Icon } from '../core/Icon.tsx';
import { type TextKey, useWords } from '../core/translations.ts';
import { BoardHead } from '../parts/Board.tsx';
import { Field } from '../parts/Field.tsx';

const PATH = '/operator/audit';
/** Filters that may contain personal data: a staff member's name, and words of a reason. */
const TYPED = ['who', 'find'];

/** The page with all staff actions and their reasons. */
export const auditPage: ConsolePage = {
  path: '/audit',
  tab: 'audit',
  typed: TYPED,
  async show({ operating, query, sealed }) {
    const auditQuery = parseQuery(query);
    const audit = await operating.listAudit(auditQuery);
    return { title: 'frame.nav.audit', content: <AuditView audit={audit} request={auditQuery} sealed={sealed} /> };
  },
};

/** The filtered audit as a CSV file. */
export const auditFilePage: ConsolePage = {
  path: '/audit.csv',
  tab: 'audit',
  typed: TYPED,
  async show({ operating, query, locale }) {
    const { before: _, ...request } = parseQuery(query);
    const decimal = query.decimal === 'point' ? '.' : ',';
    return { file: await operating.exportAudit({ ...request, decimal, names: actNames(locale) }) };
  },
};

function parseQuery({ who = '', is = '', find = '', before = '' }: Readonly<Record<string, string>>): AuditQuery {
  const filter = AUDIT_FILTERS.find(name => name === is);
  return {
    ...(who && { who }),
    ...(filter && { is: filter }),
    ...(find && { find }),
    ...(/^\d{1,15}$/.test(before) && { before: Number(before) }),
  };
}

interface AuditViewProps {
  audit: Audit;
  request: AuditQuery;
  /** The filters `who` and `find` in encrypted form, for links. */
  sealed: ConsoleRequest['sealed'];
}

function AuditView({ audit, request: { who, is, find }, sealed }: AuditViewProps) {
  const { t } = useWords();
  const whole = { for: sealed, is };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('frame.nav.audit')}</h1>
          <p>{t('audit.lead')}</p>
        </div>
        <a className="btn btn--quiet" href={addressOf(`${PATH}.csv`, whole)}>
          <Icon name="download" />
          {t('audit.csv')}
        </a>
      </div>
      <search>
        <form className="find" method="post" action={PATH}>
          <Field name="find" label="audit.find" hint="audit.hint" value={find ?? ''} limit={120} type="search" />
          <div className="narrow">
            <label htmlFor="who">{t('audit.who')}</label>
            <select className="input" id="who" name="who" defaultValue={who ?? ''}>
              <option value="">{t('audit.everybody')}</option>
              {audit.people.filter(Boolean).map(name => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
          {is && <input type="hidden" name="is" value={is} />}
          <button type="submit" className="btn btn--primary">
            <Icon name="search" />
            {t('audit.go')}
          </button>
        </form>
      </search>
      <nav className="filters" aria-label={t('audit.is')}>
        <a href={addressOf(PATH, { for: sealed })} aria-current={is ? undefined : 'true'}>
          {t('audit.all')}
        </a>
        {AUDIT_FILTERS.map(name => (
          <a key={name} href={addressOf(PATH, { ...whole, is: name })} aria-current={is === name ? 'true' : undefined}>
            {t(`audit.is.${name}`)}
          </a>
        ))}
      </nav>
      {audit.lines.length === 0 ? <p className="muted">{t('audit.none')}</p> : <Lines lines={audit.lines} />}
      {audit.before !== null && (
        <p>
          <a className="btn btn--quiet" href={addressOf(PATH, { ...whole, before: audit.before })}>
            {t('audit.earlier')}
          </a>
        </p>
      )}
    </>
  );
}

const COLUMNS = [
  { text: 'audit.when' },
  { text: 'audit.who' },
  { text: 'audit.what' },
  { text: 'audit.why' },
  { text: 'audit.about', isFigure: true },
] as const;

/**
 * Reasons that the app itself records, such as the kind of a sign-in. They are translated. All other reasons were typed by
 * staff.
 */
const KNOWN: Readonly<Record<string, TextKey>> = {
  'sign-in link': 'audit.by.link',
  'sign-in demo': 'audit.by.demo',
  'sign-in provider': 'audit.by.provider',
  'sign-in no-role': 'audit.by.noRole',
  'print-link read': 'audit.may.read',
  'print-link act': 'audit.may.act',
};
const EXPORT_NAMES: Readonly<Record<string, TextKey>> = {
  sessions: 'frame.nav.sessions',
  audit: 'frame.nav.audit',
  labels: 'frame.nav.labels',
  points: 'stations.title',
};

function Lines({ lines }: { lines: readonly AuditLine[] }) {
  const { t, dateTime, number } = useWords();
  const whatOf = ({ does, amount, isDone }: AuditLine): string => {
    const name = isAuditedAct(does) ? t(`acts.name.${does}`) : does;
    const what = amount ? t('audit.amount', { what: name, amount }) : name;
    return isDone ? what : t('audit.notDone', { what });
  };
  const whyOf = ({ does, reason }: AuditLine): string => {
    const known = KNOWN[`${does} ${reason}`];
    return known ? t(known) : reason || '–';
  };
  const aboutOf = ({ does, about }: AuditLine): string => {
    const exportName = does === 'export' ? EXPORT_NAMES[about ?? ''] : undefined;
    if (does === 'end-sign-ins' && about === 'everybody') return t('audit.allPeople');
    return exportName ? t(exportName) : (about ?? '–');
  };
  const byOf = ({ token, brand }: AuditLine): string =>
    [token && t('audit.byToken', { token }), brand && t('frame.may.brand', { brand })].filter(Boolean).join(', ');
  return (
    <table className="board board--fold">
      <BoardHead columns={COLUMNS} />
      <tbody>
        {lines.map(line => (
          <tr key={line.id}>
            <td className="num">{dateTime(line.at)}</td>
            <td className="end-s">
              <b>{line.who || t('audit.nobody')}</b>
              {byOf(line) !== '' && <small className="muted">{byOf(line)}</small>}
            </td>
            <td className="wide-s">
              <span className={line.isDone ? 'st st--calm' : 'st st--off'}>
                <Icon name={line.isDone ? 'check' : 'ban'} />
                {whatOf(line)}
              </span>
            </td>
            <td className="wide-s">{whyOf(line)}</td>
            <td className="r">
              {line.number === null ? aboutOf(line) : <a href={`/operator/sessions/${line.number}`}>{number(line.number)}</a>}
              {line.aboutBrand !== null && <small className="muted">{t('frame.may.brand', { brand: line.aboutBrand })}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
