import type { PlugKind } from '../charging/session.ts';
import type { OperatedFile } from './files.ts';
import type { Some } from './stations.ts';

/** The content of the label for one plug. */
export interface LabelLine {
  evseId: string;
  connector: string;
  number: string;
  kind: PlugKind;
  powerW: number;
  /** The web address that the QR code contains. */
  address: string;
  /** Host of that address, which drivers compare with the address bar. */
  host: string;
  /** Dark modules of the QR code, row by row. */
  modules: readonly (readonly boolean[])[];
  /** Colours of the band and of its text: '#rrggbb'. */
  fill: string;
  onFill: string;
}

/** A location whose labels can be printed. */
export interface LabelLocation {
  /** 'City, street' */
  place: string;
  points: number;
}

/** The labels to print: all of some locations, and some single ones. */
export interface LabelSelection {
  /** `place` of each location. */
  locations: readonly string[];
  plugs: readonly { evseId: string; connector: string }[];
  /** Id of a brand: only labels of its charging points. */
  brand?: string;
}

/** Maximum number of charging points whose labels are one file. */
export const MAX_LABEL_POINTS = 50;

export interface OperatingLabels {
  /**
   * Lists the locations whose labels can be printed. `find`: a part of the city, the street or the EVSE ID. `brand`: only
   * charging points of this brand.
   */
  listLabelLocations(query: { find?: string; after?: string; brand?: string }): Promise<Some<LabelLocation>>;
  /** Lists the labels of the plugs at one location. `at`: the `place` of the location. `brand`: only plugs of this brand. */
  listLabels(query: { at: string; after?: string; brand?: string }): Promise<Some<LabelLine>>;
  /**
   * Exports labels as a PDF and records the export in the audit log.
   * @returns null if there are no such labels, 'too-many' if they belong to more than `MAX_LABEL_POINTS` charging points
   */
  exportLabels(selection: LabelSelection): Promise<OperatedFile | 'too-many' | null>;
}
