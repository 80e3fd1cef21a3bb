import express, { type Response, type Router } from 'express';
import { PAGES } from '../../../client/app/pages.ts';
import { STATION_CODE } from '../../../client/core/routes.ts';
import type { ChargingPoint } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Backend, CheckCodeRequest, CodeCheck } from '../../core/ports/backend.ts';
import type { CheckCode } from '../limits/codeLimits.ts';
import type { CodeProofs } from '../request/codeProof.ts';
import { readable, type Visitor, visitorOf } from '../request/visitor.ts';
import { clientOf, type Show } from './show.ts';

interface StationCodesDependencies {
  backend: Backend;
  show: Show;
  checkCode: CheckCode;
  codeProofs: CodeProofs;
}

/**
 * Handles the URL of a QR code that a station displays (OCPP 2.1, use case C25). Redirects to the payment page, or shows why the
 * QR code is not accepted.
 */
export function stationCodes({ backend, show, checkCode, codeProofs }: StationCodesDependencies): Router {
  const router = express.Router();
  router.get(/^(?:\/[a-z]{2})?\/q\/.+$/i, async (request, response, next) => {
    const visitor = visitorOf(response);
    const code = readCode(visitor);
    if (code === 'none') return next();
    response.locals.route = 'stationCode';
    response.set('Cache-Control', 'no-store');
    const check: CodeCheck = code === 'incomplete' ? { kind: 'wrong', point: null } : await checkCode(code, request.ip ?? '');
    if (check.kind !== 'valid') return showCheck({ backend, show, response }, check);
    codeProofs.give(response, { evseId: check.point.evseId, slot: check.slot });
    const limit = wantedLimit(await backend.getChargingPoint(check.point), visitor.query);
    const query = limit === null ? '' : `?limit=${limit}`;
    response.redirect(303, pathTo('payment', { locale: visitor.locale, ...check.point }) + query);
  });
  return router;
}

/** Matches `/q/{chargingstationid}/{evse}/{totp}/{version}`, without the language prefix. */
const IN_PATH = /^\/q\/([^/]*)\/([^/]*)\/([^/]*)\/([^/]*)$/i;
const AFTER_EVSE_ID = /^\/q\/([^/]+)$/i;
const MAX_LENGTH = 64;
/**
 * Query parameters of a station's QR code: station id, EVSE number, one-time code and version. Stations may add `maxenergy`,
 * `maxtime` and `maxcost`.
 */
const KEYS = ['s', 'e', 't', 'v'] as const;

/**
 * Parses the URL of a station's QR code.
 * @returns 'none' for a short link without a one-time code; 'incomplete' if parts are missing or invalid
 */
function readCode({ path, query }: Visitor): CheckCodeRequest | 'incomplete' | 'none' {
  const inPath = IN_PATH.exec(path);
  if (inPath) return codeOf(inPath.slice(1).map(segment => readable(segment)));
  const evseId = AFTER_EVSE_ID.exec(path)?.[1];
  if (evseId === undefined || KEYS.every(key => query[key] === undefined)) return 'none';
  const code = codeOf(KEYS.map(key => query[key] ?? ''));
  return code === 'incomplete' ? code : { ...code, evseId: readable(evseId).slice(0, MAX_LENGTH) };
}

function codeOf([chargePoint = '', evse = '', password = '', version = '']: readonly string[]): CheckCodeRequest | 'incomplete' {
  const isWhole = [chargePoint, evse, password, version].every(text => text !== '' && text.length <= MAX_LENGTH);
  return isWhole && /^\d{1,6}$/.test(evse) ? { chargePoint, evse: Number(evse), password, version } : 'incomplete';
}

/**
 * Returns the offered limit that matches what the driver selected at the station.
 * @returns null if nothing was selected or no offered limit fits
 */
function wantedLimit({ plugs }: ChargingPoint, { maxcost, maxenergy }: Visitor['query']): number | null {
  const limits = plugs[0]?.limits ?? [];
  const [cost, energyWh] = [Number(maxcost), Number(maxenergy)];
  const fitting = cost > 0 ? limits.findLast(({ amountMinor }) => amountMinor <= cost * 100) : undefined;
  const enough = energyWh > 0 ? limits.find(limit => limit.energyWh !== null && limit.energyWh >= energyWh) : undefined;
  return (fitting ?? enough)?.amountMinor ?? null;
}

const STATUS = { old: 410, wrong: 403, unchecked: 503 } as const;

async function showCheck(
  { backend, show, response }: Pick<StationCodesDependencies, 'backend' | 'show'> & { response: Response },
  check: Exclude<CodeCheck, { kind: 'valid' }>,
): Promise<void> {
  const { kind, point } = check;
  const params = point ? { clientId: point.clientId } : {};
  const client = await clientOf(backend, params);
  const filled = PAGES.StationCode.fill({ kind, minutes: kind === 'old' ? check.minutes : 0 });
  await show.page(response, { route: STATION_CODE, params, client, filled, status: STATUS[kind] });
}
