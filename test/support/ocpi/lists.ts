import { type Request, type RequestHandler, Router } from 'express';
import { answer } from './answers.ts';
import { inVersion, type JsonObject } from './objects.ts';
import { type CpoState, HUB_PARTY } from './state.ts';
import { type CpoVersion, switchesAt } from './switches.ts';

type ListName = 'locations' | 'tariffs' | 'sessions' | 'cdrs';

/** Serves a list of objects in pages, with the faults that the switches define. */
export function listRouter(state: CpoState, version: CpoVersion, name: ListName): Router {
  const router = Router();
  router.get('/', listed(state, version, name));
  router.get('/page/:number', listed(state, version, name));
  router.get('/:id', (request, response) => {
    const found = state[name].find(({ id }) => id === request.params.id);
    return answer(response, found ? { data: inVersion(found, version) } : { status: 404, code: 2003 });
  });
  return router;
}

function listed(state: CpoState, version: CpoVersion, name: ListName): RequestHandler {
  return (request, response) => {
    const { size, links, sendsTotal, isShrinking, hasBadObject } = state.switches.page;
    const { date_from } = request.query;
    const all = state[name].filter(
      object =>
        (typeof date_from !== 'string' || String(object.last_updated) >= date_from) && isRequested(state, request, object),
    );
    const number = request.params.number;
    const offset = typeof number === 'string' ? Number(number) * size : Number(request.query.offset ?? 0);
    const limit = Math.min(size, Number(request.query.limit ?? size));
    const items: unknown[] = all.slice(offset, offset + limit).map(object => inVersion(asWritten(state, name, object), version));
    const next = nextPage({ state, name, version, offset, limit, total: all.length, date_from });
    return answer(response, {
      data: hasBadObject ? [{ id: 'broken' }, ...items] : items,
      headers: {
        'X-Limit': String(size),
        ...(sendsTotal
          ? { 'X-Total-Count': String(links === 'endless' ? 1_000_000 : all.length - (isShrinking && offset > 0 ? 1 : 0)) }
          : {}),
        ...(next === null ? {} : { Link: `<${next}>; rel="next"` }),
      },
    });
  };
}

/**
 * Returns true if the object belongs to the requested party. If the CPO is a hub, a request to the hub returns the objects of
 * all parties, and a request to one party returns only the objects of that party.
 */
function isRequested({ switches }: CpoState, request: Request, { country_code, party_id }: JsonObject): boolean {
  if (switches.hub === 'none') return true;
  const party = [request.get('ocpi-to-country-code'), request.get('ocpi-to-party-id')].join('*');
  return [partyOf(HUB_PARTY), `${country_code}*${party_id}`].includes(party);
}

const partyOf = ({ country_code, party_id }: typeof HUB_PARTY): string => `${country_code}*${party_id}`;

/** Adds the fields of the switch `more` to sessions, so that a session has the same fields in lists and in pushes. */
const asWritten = ({ switches }: CpoState, name: ListName, object: JsonObject): JsonObject =>
  name === 'sessions' ? { ...object, ...switchesAt(switches, object.evse_uid).session.more } : object;

interface PageOptions {
  state: CpoState;
  name: ListName;
  version: CpoVersion;
  offset: number;
  limit: number;
  total: number;
  date_from: unknown;
}

function nextPage({ state, name, version, offset, limit, total, date_from }: PageOptions): string | null {
  const list = `/ocpi/${version}/${name}`;
  const filter = typeof date_from === 'string' ? `&date_from=${encodeURIComponent(date_from)}` : '';
  const query = (from: number) => `?offset=${from}&limit=${limit}${filter}`;
  const isLast = offset + limit >= total;
  const { links } = state.switches.page;
  if (links === 'endless') return `${state.origin}${list}${query(offset + limit)}`;
  if (links === 'circular') return `${state.origin}${list}${query(isLast ? 0 : offset + limit)}`;
  if (links === 'same offset') return `${state.origin}${list}${query(offset)}&again=${Math.random()}`;
  if (isLast || links === 'none') return null;
  if (links === 'other host by path') return `http://10.0.0.1${list}/page/${offset / limit + 1}`;
  const origin = links === 'inner host' ? 'http://cpo.internal:8080' : state.origin;
  return `${origin}${list}${query(offset + limit)}`;
}

/** Creates `count` objects, numbered from 1, to fill several pages of a list. */
export const many = (count: number, make: (number: number) => JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));
