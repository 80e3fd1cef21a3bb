import Joi from 'joi';
import { MAX_TOKEN_DAYS, SCOPES, type Scope, type TokenAct } from '../../../shared/console/tokens.ts';
import { DAY_MS, isoDay } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { addApiToken, removeApiToken, removeOldTokens } from '../../store/staff/apiTokens.ts';
import { ActRefused, type ActRow, act, NO_MONEY, textsOf } from './act.ts';
import { createSecret } from './apiTokens.ts';
import { field, OPTIONAL_REASON, parsed, positiveInteger } from './fields.ts';

const { text, step } = textsOf('acts');
type ActOf<Name extends TokenAct['does']> = Extract<TokenAct, { does: Name }>;

const MAX_NAME = 80;
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
    days: field(
      '[--days 90]',
      parsed(typed => positiveInteger(typed, MAX_TOKEN_DAYS)).default(90),
      `Invalid lifetime. Use 1 to ${MAX_TOKEN_DAYS} days.`,
    ),
    reason: OPTIONAL_REASON,
  },
  command: { name: 'token add', does: 'Add a token for a program that uses the API; the token is shown once' },
  about: ({ name }) => name,
  async run({ actor, trx, now }, { name, scopes, days, ...asked }) {
    const brand = actor.who.brand ?? asked.brand;
    // A token that could add tokens would outlive its own end.
    if (actor.who.by === 'token') throw new ActRefused('A token cannot add tokens.', text('tokens.byToken'));
    if (name.trim() === '' || name.length > MAX_NAME)
      throw new ActRefused(`Use a name of at most ${MAX_NAME} characters.`, text('tokens.noName'));
    if (!areScopes(scopes)) throw new ActRefused('Choose at least one scope.', text('tokens.noScope'));
    if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
      throw new ActRefused(`Use a lifetime of 1 to ${MAX_TOKEN_DAYS} days.`, text('tokens.noDays'));
    if (brand !== null && !(await findClient(trx, brand)))
      throw new ActRefused(`No brand has the id ${brand}.`, text('tokens.noBrand'));
    const { hash, ...token } = createSecret();
    const { name: person, account = null } = actor.who;
    const expiresAt = later(now, days * DAY_MS);
    await removeOldTokens(trx, now);
    await addApiToken(trx, {
      ...{ id: token.id, hash, name, person, account, scopes, brand },
      createdAt: now,
      expiresAt,
      usedAt: null,
    });
    return {
      ...NO_MONEY,
      button: text('tokens.add.button'),
      steps: [step('tokens.add.once'), step('tokens.add.yours'), step('tokens.add.until', { day: { day: isoDay(expiresAt) } })],
      facts: { scopes: scopes.join(' '), days, ...(brand === null ? {} : { brand }) },
      token,
      data: token,
      lines: [`${name} may use the API with this token for ${days} days. The token is shown only once:`, token.secret],
    };
  },
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
