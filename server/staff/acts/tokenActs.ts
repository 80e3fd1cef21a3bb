import Joi from 'joi';
import type { Text } from '../../../shared/console/operating.ts';
import { readRefundLimits } from '../../../shared/console/refundLimits.ts';
import {
  BRAND_SCOPES,
  MAX_TOKEN_DAYS,
  SCOPES,
  type Scope,
  type TokenAct,
  type TokenLimits,
} from '../../../shared/console/tokens.ts';
import { DAY_MS, isoDay } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { isNetwork } from '../../platform/network/networks.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { addApiToken, listApiTokens, removeApiToken, removeOldTokens } from '../../store/staff/apiTokens.ts';
import type { AuditFacts } from '../../store/tables/otherTables.ts';
import { ActRefused, type ActRow, act, NO_MONEY, textsOf } from './act.ts';
import { createSecret, MAX_TOKENS } from './apiTokens.ts';
import { field, OPTIONAL_REASON, parsed, positiveInteger, textField } from './fields.ts';

const { text, step } = textsOf('acts');
type AddToken = ActOf<'add-token'>;
type ActOf<Name extends TokenAct['does']> = Extract<TokenAct, { does: Name }>;

const MAX_NAME = 80;
/** Maximum number of addresses and networks of one token. */
const MAX_NETWORKS = 20;
const areScopes = (names: readonly string[]): names is readonly Scope[] =>
  names.length > 0 && names.every(name => (SCOPES as readonly string[]).includes(name));
const readScopes = (typed: string): readonly Scope[] | null => {
  const names = [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
  return areScopes(names) ? names : null;
};

const addToken = act<ActOf<'add-token'>>({
  subject: 'token',
  fields: {
    name: field('<name>', Joi.string().trim().required(), 'Missing name of the program that uses the token.'),
    scopes: field(
      '--scopes sessions:read,money:write',
      parsed(readScopes).required(),
      `Missing or unknown scope. Use some of: ${SCOPES.join(', ')}.`,
    ),
    brand: field('[--brand <id>]', Joi.string().trim().default(null)),
    networks: textField('[--networks 203.0.113.0/24]'),
    maxRefund: textField('[--max-refund EUR=200]'),
    days: field(
      '[--days 90]',
      parsed(typed => positiveInteger(typed, MAX_TOKEN_DAYS)).default(90),
      `Invalid lifetime. Use 1 to ${MAX_TOKEN_DAYS} days.`,
    ),
    reason: OPTIONAL_REASON,
  },
  command: { name: 'token add', does: 'Add a token for a program that uses the API; the token is shown once' },
  about: ({ name }) => name,
  async run({ actor, trx, now }, requested) {
    const { name, scopes, days } = requested;
    // A token that could add tokens would outlive its own end.
    if (actor.who.by === 'token') throw new ActRefused('A token cannot add tokens.', text('tokens.byToken'));
    const fault = faultIn(requested);
    if (fault) throw new ActRefused(...fault);
    await refuseTooMany(trx, { brand: actor.who.brand ?? null, now });
    if (actor.who.brand !== undefined && !scopes.every(scope => BRAND_SCOPES.includes(scope)))
      throw new ActRefused(`Use some of these scopes: ${BRAND_SCOPES.join(', ')}.`, text('tokens.noScope'));
    const limits = await limitsOf(trx, { ...requested, brand: actor.who.brand ?? requested.brand });
    const { hash, ...token } = createSecret();
    const { name: person, account = null } = actor.who;
    const expiresAt = later(now, days * DAY_MS);
    await removeOldTokens(trx, now);
    await addApiToken(trx, {
      ...{ id: token.id, hash, name, person, account, scopes, ...limits },
      ...{ createdAt: now, expiresAt, usedAt: null, refunded: null },
    });
    return {
      ...NO_MONEY,
      button: text('tokens.add.button'),
      steps: [step('tokens.add.once'), step('tokens.add.yours'), step('tokens.add.until', { day: { day: isoDay(expiresAt) } })],
      facts: { scopes: scopes.join(' '), days, ...limitFacts(limits) },
      token,
      data: token,
      lines: [`${name} may use the API with this token for ${days} days. The token is shown only once:`, token.secret],
    };
  },
});

/** Returns why a token cannot be added, in English and as a text of the console. Null: the token can be added. */
function faultIn({ name, scopes, days }: Pick<AddToken, 'name' | 'scopes' | 'days'>): [string, Text] | null {
  if (name.trim() === '' || name.length > MAX_NAME)
    return [`Use a name of at most ${MAX_NAME} characters.`, text('tokens.noName')];
  if (!areScopes(scopes)) return ['Choose at least one scope.', text('tokens.noScope')];
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
    return [`Use a lifetime of 1 to ${MAX_TOKEN_DAYS} days.`, text('tokens.noDays')];
  return null;
}

/** Maximum number of valid tokens, and of those that people of one brand have added. */
const MAX_BRAND_TOKENS = 50;

/** @throws ActRefused if there are too many valid tokens, because lists of tokens have at most `MAX_TOKENS` lines */
async function refuseTooMany(trx: Trx, { brand, now }: { brand: string | null; now: Date }): Promise<void> {
  const tokens = await listApiTokens(trx, { now, limit: MAX_TOKENS });
  const own = tokens.filter(token => token.brand === brand);
  if (tokens.length >= MAX_TOKENS || (brand !== null && own.length >= MAX_BRAND_TOKENS))
    throw new ActRefused('There are too many tokens. Revoke those that are not used.', text('tokens.tooMany'));
}

/**
 * Reads the limits of a token as typed.
 * @throws ActRefused if a limit is unreadable, or if no brand has the id
 */
async function limitsOf(trx: Trx, { brand, ...typed }: Pick<AddToken, 'brand' | 'networks' | 'maxRefund'>): Promise<TokenLimits> {
  if (brand !== null && !(await findClient(trx, brand)))
    throw new ActRefused(`No brand has the id ${brand}.`, text('tokens.noBrand'));
  const networks = typed.networks.split(/[\s,]+/).filter(Boolean);
  if (networks.length > MAX_NETWORKS || !networks.every(isNetwork))
    throw new ActRefused(`Use at most ${MAX_NETWORKS} addresses and networks such as 203.0.113.0/24.`, text('tokens.noNetworks'));
  const maxRefund = typed.maxRefund.trim() === '' ? null : readRefundLimits(typed.maxRefund);
  if (typed.maxRefund.trim() !== '' && !maxRefund)
    throw new ActRefused('Use the maximum of one day by currency, such as EUR=200,CHF=200.', text('tokens.noMaxRefund'));
  return { brand, networks: networks.length === 0 ? null : networks, maxRefund };
}

/** Returns what the audit log records about the limits of a token. */
const limitFacts = ({ brand, networks, maxRefund }: TokenLimits): AuditFacts => ({
  ...(brand === null ? {} : { aboutBrand: brand }),
  ...(networks === null ? {} : { networks: networks.join(' ') }),
  ...(maxRefund === null ? {} : { maxRefund: JSON.stringify(maxRefund) }),
});

const revokeToken = act<ActOf<'revoke-token'>>({
  subject: 'token',
  fields: {
    token: field('<id>', Joi.string().required(), 'Missing id of the token. `token list` lists the ids.'),
    reason: OPTIONAL_REASON,
  },
  command: { name: 'token revoke', does: 'Revoke a token of the API' },
  async run({ actor: { who }, trx }, { token }) {
    const revoked = await removeApiToken(trx, token);
    if (!revoked || (who.brand !== undefined && revoked.brand !== who.brand))
      throw new ActRefused('No token has this id.', text('tokens.none'));
    const { name, person } = revoked;
    return {
      ...NO_MONEY,
      button: text('tokens.revoke.button'),
      steps: [step('tokens.revoke.now', { name })],
      facts: { about: name, of: person },
      lines: [`The token ${name} of ${person} is revoked.`],
    };
  },
});

/** Actions on tokens of the API. */
export const TOKEN_ACTS: Readonly<Record<TokenAct['does'], ActRow>> = { 'add-token': addToken, 'revoke-token': revokeToken };
