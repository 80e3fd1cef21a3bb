/** A position on the Earth in degrees (WGS 84, as in OCPI). */
export interface Coordinates {
  latitude: number;
  longitude: number;
}
