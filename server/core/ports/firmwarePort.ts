/** For station sources whose firmware staff update. */
export interface FirmwareListener {
  /** Reports an update that has failed. `since`: the request of the update, which raises one alert. */
  reportFirmwareFailure(options: { station: string; state: string; since: Date }): Promise<void>;
}
