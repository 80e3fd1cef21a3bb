import { API_PATH } from '../../../shared/console/api.ts';
import {
  type ApiTokenLine,
  MAX_TOKEN_DAYS,
  type NewApiToken,
  READ_SCOPES,
  SCOPES,
  type TokenAct,
  WRITE_SCOPES,
} from '../../../shared/console/tokens.ts';
import { CURRENCIES } from '../../../shared/model/money.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import type { ConsolePage } from '../core/consolePage.ts';
import { useWords } from '../core/translations.ts';
import { actPage } from '../parts/actPage.tsx';
import { Board, type Column } from '../parts/Board.tsx';
import { Crumb } from '../parts/Crumb.tsx';
import { Field } from '../parts/Field.tsx';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { BrandField, MaxRefund, readMaxRefund, Scopes } from './TokenFields.tsx';

type ActOf<Name extends TokenAct['does']> = Extract<TokenAct, { does: Name }>;

const PATH = '/operator/tokens';
const back = () => ({ to: PATH, text: 'tokens.title' as const });
const USUAL_DAYS = 90;

/** The list of tokens with which programs of the operator use the API. */
export const tokensPage: ConsolePage = {
  path: '/tokens',
  tab: 'tokens',
  async show({ operating, search }) {
    const tokens = await operating.listTokens();
    return {
      title: 'tokens.title',
      content: <Tokens tokens={tokens} revokeOf={token => search(revokeTokenPage, { token })} />,
    };
  },
};

export const addTokenPage = actPage<ActOf<'add-token'>>({
  path: '/tokens/add',
  tab: 'tokens',
  title: 'acts.name.add-token',
  back,
  read: (_, values) => ({
    does: 'add-token',
    name: (values.name ?? '').trim(),
    scopes: SCOPES.filter(scope => values[scope] === 'on'),
    brand: values.brand || null,
    networks: values.networks ?? '',
    maxRefund: readMaxRefund(values),
    days: Number(values.days || Number.NaN),
    reason: values.reason ?? '',
  }),
  // While values are missing, the page previews a token with other values.
  preview: act => ({
    ...act,
    name: '-',
    scopes: ['sessions:read'],
    ...{ brand: null, networks: '', maxRefund: '' },
    days: act.days > 0 ? Math.min(act.days, MAX_TOKEN_DAYS) : USUAL_DAYS,
  }),
  needsBrands: true,
  fields: (values, brands) => (
    <>
      <Field
        name="name"
        label="tokens.name"
        hint="tokens.nameHint"
        value={values.name ?? ''}
        limit={80}
        className="input--mid"
        required
      />
      <Scopes values={values} kind="read" scopes={READ_SCOPES} />
      <Scopes values={values} kind="write" scopes={WRITE_SCOPES} />
      <BrandField value={values.brand ?? ''} brands={brands} />
      <Field name="networks" label="tokens.networks" hint="tokens.networksHint" value={values.networks ?? ''} limit={900} />
      <MaxRefund values={values} />
      <Field
        name="days"
        label="tokens.days"
        value={values.days ?? String(USUAL_DAYS)}
        limit={3}
        className="input--mid"
        required
      />
    </>
  ),
  done: ({ token }, { name }) => ({ title: 'acts.name.add-token', content: <Secret name={name} token={token} /> }),
});

export const revokeTokenPage = actPage<ActOf<'revoke-token'>>({
  path: '/tokens/revoke',
  tab: 'tokens',
  typed: ['token'],
  title: 'acts.name.revoke-token',
  back,
  read: (_, { token = '', reason = '' }) => ({ does: 'revoke-token', token, reason }),
  hidden: ['token'],
  done: () => ({ go: PATH }),
});

function Tokens({ tokens, revokeOf }: { tokens: readonly ApiTokenLine[]; revokeOf(token: string): string }) {
  const { t, dateTime, date, money } = useWords();
  const { who } = useConsole();
  const mayAct = who?.may === 'act';
  const limitsOf = ({ brand, networks, maxRefund }: ApiTokenLine): string => {
    const amounts = CURRENCIES.flatMap(currency => {
      const amountMinor = maxRefund?.[currency];
      return amountMinor === undefined ? [] : [money(amountMinor, currency)];
    });
    const limits = [
      brand && t('frame.may.brand', { brand }),
      networks?.join(', '),
      maxRefund && t('tokens.maxRefundDay', { amounts: amounts.join(', ') }),
    ];
    return limits.filter(Boolean).join('; ') || '–';
  };
  const columns: readonly Column<ApiTokenLine>[] = [
    {
      text: 'tokens.name',
      cell: ({ name, person }) => (
        <>
          <b>{name}</b>
          <small className="muted">{person}</small>
        </>
      ),
    },
    { text: 'tokens.limits', className: 'lab wide-s', cell: limitsOf },
    {
      text: 'tokens.scopes',
      className: 'lab wide-s',
      cell: ({ scopes }) => <span className="mono small">{scopes.join(' ')}</span>,
    },
    {
      text: 'tokens.used',
      className: 'lab wide-s',
      cell: ({ usedAt }) => (usedAt === null ? t('tokens.unused') : dateTime(usedAt)),
    },
    {
      text: 'tokens.ends',
      className: 'lab wide-s',
      cell: ({ expiresAt }) => <span className="id">{date(expiresAt.slice(0, 10))}</span>,
    },
    ...(mayAct
      ? [
          {
            text: 'tokens.revoke' as const,
            className: 'wide-s' as const,
            cell: ({ id, name }: ApiTokenLine) => (
              <a className="id" href={revokeOf(id)}>
                {t('tokens.revoke')}
                <span className="vh"> {name}</span>
              </a>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('tokens.title')}</h1>
          <p>{t('tokens.lead')}</p>
        </div>
        {mayAct && (
          <a className="btn btn--quiet" href={`${PATH}/add`}>
            {t('tokens.add')}
          </a>
        )}
      </div>
      {tokens.length === 0 ? (
        <p className="muted">{t('tokens.none')}</p>
      ) : (
        <Board columns={columns} lines={tokens} keyOf={({ id }) => id} />
      )}
      <p className="gap">
        <a className="link" href={API_PATH}>
          {t('tokens.description')}
        </a>
      </p>
    </>
  );
}

/** The secret of a new token, in the only response that has the secret. */
function Secret({ name, token }: { name: string; token: NewApiToken | undefined }) {
  const { t } = useWords();
  return (
    <>
      <Crumb to={PATH}>{t('tokens.title')}</Crumb>
      <div className="focus">
        <h1>{name}</h1>
        {token ? (
          <ShownOnce name="tokens.secret" values={[['tokens.secret', token.secret]]} warning="tokens.once" />
        ) : (
          <p className="gap">{t('tokens.again')}</p>
        )}
        <div className="acts gap">
          <a className="btn btn--primary" href={PATH}>
            {t('tokens.title')}
          </a>
        </div>
      </div>
    </>
  );
}
