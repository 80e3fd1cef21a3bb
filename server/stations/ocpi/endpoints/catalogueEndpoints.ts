import { Router } from 'express';
import Joi from 'joi';
import { CONNECTOR, EVSE, LOCATION } from '../messages/location.ts';
import { type OcpiVersion, readMessage } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { CatalogueReceiver, LocationId, OwnedId } from '../messages/receiver.ts';
import { TARIFF } from '../messages/tariff.ts';
import { dateTime } from '../messages/values.ts';
import { STATUS } from '../transport/envelope.ts';
import type { Reply } from '../transport/reply.ts';
import type { Gate, Inbound } from './inbound.ts';
import { found, invalid, NOT_ALLOWED, notFound, ownedId, readWhole, replyTo } from './owned.ts';

interface CatalogueEndpointsOptions {
  gate: Gate;
  version: OcpiVersion;
  catalogue: CatalogueReceiver;
}

const ROUTED = { isRouted: true };

/** Endpoints for pushed locations, EVSEs, connectors and tariffs. */
export function catalogueEndpoints({ gate, version, catalogue }: CatalogueEndpointsOptions): Router {
  const router = Router();
  const forLocation = (answer: (place: LocationId, body: unknown) => Promise<Reply>) =>
    gate.handle(inbound => {
      const location = readLocationId(inbound);
      return location ? answer(location, inbound.body) : notFound();
    }, ROUTED);
  router
    .route('/locations/:country/:party/:id{/:evse{/:connector}}')
    .get(forLocation(async place => foundOr(await catalogue.findLocation(place), STATUS.unknownLocation)))
    .put(forLocation((place, body) => putLocation({ place, body, version, catalogue })))
    .patch(forLocation((place, body) => patchLocation({ place, body, version, catalogue })))
    .all(gate.handle(() => NOT_ALLOWED, ROUTED));

  const ofTariff = (answer: (tariff: OwnedId, body: unknown) => Promise<Reply>) =>
    gate.handle(inbound => {
      const tariff = ownedId(inbound);
      return tariff ? answer(tariff, inbound.body) : notFound();
    }, ROUTED);
  router
    .route('/tariffs/:country/:party/:id')
    .get(ofTariff(async tariff => foundOr(await catalogue.findTariff(tariff))))
    .put(
      ofTariff(async (tariff, body) => {
        const { country_code, party_id, id } = tariff;
        const whole = readWhole({ schema: TARIFF, body, version, ids: { country_code, party_id, id } });
        return 'faults' in whole ? invalid(whole.faults) : replyTo(await catalogue.putTariff({ tariff, ...whole, version }));
      }),
    )
    .delete(ofTariff(async tariff => replyTo(await catalogue.removeTariff(tariff))))
    .all(gate.handle(() => NOT_ALLOWED, ROUTED));
  return router;
}

const foundOr = (object: object | null, code?: Reply['code']): Reply => (object ? found(object) : notFound(code));

function readLocationId(inbound: Inbound): LocationId | null {
  const owned = ownedId(inbound);
  const { evse = null, connector = null } = inbound.parameters;
  return owned && { ...owned, evseUid: evse, connectorId: connector };
}

interface LocationRequest {
  place: LocationId;
  body: unknown;
  version: OcpiVersion;
  catalogue: CatalogueReceiver;
}

/** Returns the schema of the object that the URL names, and the ids from the URL that the body must contain. */
function shapeOf({ country_code, party_id, id, evseUid, connectorId }: LocationId) {
  if (connectorId !== null) return { schema: CONNECTOR, ids: { id: connectorId } };
  if (evseUid !== null) return { schema: EVSE, ids: { uid: evseUid } };
  return { schema: LOCATION, ids: { country_code, party_id, id } };
}

async function putLocation({ place, body, version, catalogue }: LocationRequest): Promise<Reply> {
  const { schema, ids } = shapeOf(place);
  const whole = readWhole<{ last_updated: Date }>({ schema: schema as Joi.Schema<{ last_updated: Date }>, body, version, ids });
  if ('faults' in whole) return invalid(whole.faults);
  const { raw, value } = whole;
  return replyTo(await catalogue.putLocation({ place, raw, lastUpdated: value.last_updated, version }), STATUS.unknownLocation);
}

const CHANGE = Joi.object<{ last_updated: Date }>({ last_updated: dateTime.required() }).unknown().required();

async function patchLocation({ place, body, version, catalogue }: LocationRequest): Promise<Reply> {
  // Only `last_updated` is checked here. The store validates the location that results from the patch.
  const reading = readMessage({ schema: CHANGE, message: body, version });
  if (!reading.isValid || !isObject(body)) return invalid(reading.isValid ? [] : reading.faults);
  const { last_updated: lastUpdated } = reading.value;
  return replyTo(await catalogue.patchLocation({ place, patch: body, lastUpdated, version }), STATUS.unknownLocation);
}
