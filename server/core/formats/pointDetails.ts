import Joi from 'joi';
import type { PointDetails } from '../records/pointDetails.ts';
import type { OcpiEvse, OcpiLocation } from './locationSchema.ts';

/** RegularHours of OCPI 2.2.1 §8.4.21. */
interface OcpiHours {
  weekday: number;
  period_begin: string;
  period_end: string;
}

const text = Joi.string().trim().max(255);
const words = Joi.array().items(Joi.string().max(64));
const clock = Joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$/);
const HOURS = Joi.array()
  .items(
    Joi.object<OcpiHours>({
      weekday: Joi.number().integer().min(1).max(7).required(),
      period_begin: clock.required(),
      period_end: clock.required(),
    }).unknown(),
  )
  .min(1);
const MIX = Joi.object<{ is_green_energy: boolean; energy_product_name?: string }>({
  is_green_energy: Joi.boolean().required(),
  energy_product_name: text,
}).unknown();
const NAMED = Joi.object<{ name: string }>({ name: text.required() }).unknown();
const DIRECTIONS = Joi.array().items(Joi.object<{ text: string }>({ text: text.required() }).unknown());

/** Returns the value if it has this form. A fact of another form is unknown, because a location is offered without it, too. */
function read<T>(schema: Joi.Schema<T>, value: unknown): T | undefined {
  const { value: checked, error } = schema.required().validate(value, { convert: false });
  return error ? undefined : (checked as T);
}

/** Reads the facts about an EVSE that are published, from an OCPI location (OCPI 2.2.1 §8.3) of the operator's files. */
export function pointDetails(location: OcpiLocation, evse: OcpiEvse): PointDetails {
  const { opening_times, parking_type, facilities, energy_mix, owner, directions } = location as Readonly<
    Record<string, unknown>
  > &
    OcpiLocation;
  const { capabilities, parking_restrictions } = evse as Readonly<Record<string, unknown>> & OcpiEvse;
  const mix = read(MIX, energy_mix);
  const found = {
    regularHours: read<OcpiHours[]>(HOURS, (opening_times as { regular_hours?: unknown } | undefined)?.regular_hours)?.map(
      ({ weekday, period_begin, period_end }) => ({ weekday, from: period_begin, to: period_end }),
    ),
    parkingType: read(text, parking_type),
    parkingRestrictions: read(words, parking_restrictions),
    facilities: read(words, facilities),
    capabilities: read(words, capabilities),
    isGreenEnergy: mix?.is_green_energy,
    energyProduct: mix?.energy_product_name,
    owner: read(NAMED, owner)?.name,
    directions: read(DIRECTIONS, directions)?.[0]?.text,
  };
  return {
    connectors: Object.fromEntries(
      evse.connectors.map(({ id, standard, max_voltage, max_amperage }) => [
        id,
        { standard, ...(max_voltage ? { voltage: max_voltage } : {}), ...(max_amperage ? { amperage: max_amperage } : {}) },
      ]),
    ),
    ...(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Partial<typeof found>),
  } as PointDetails;
}
