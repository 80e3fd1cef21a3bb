import type { createLocationStore } from './catalogue/locations.ts';
import type { SellingSwitches } from './connections/connections.ts';
import { type Agreement, type Connections, changeConnection, NOTHING_AGREED } from './connections/connections.ts';
import { type ConfirmedParties, confirmedAs, hubOf } from './connections/parties.ts';
import { connect, type RegistrationDependencies } from './connections/registration.ts';
import type { OcpiStore } from './storage/store.ts';

/** Parties that a person confirms or withdraws for a connection. */
export interface ChangePartiesOptions extends ConfirmedParties {
  name: string;
  change: 'confirm' | 'withdraw';
}

export interface PartiesChanged {
  /** Parties that another connection represented before. */
  moved: readonly { party: string; from: string }[];
}

/**
 * Confirms or withdraws parties of a connection. A confirmed party is withdrawn from the connection that represented it before.
 * @returns null if there is no such connection
 */
async function changeParties(connections: Connections, request: ChangePartiesOptions): Promise<PartiesChanged | null> {
  const { name, change, hub } = request;
  const { parties } = change === 'confirm' ? confirmedAs(request) : request;
  const all = await connections.list();
  if (!all.some(({ id }) => id === name)) return null;
  const moved: { party: string; from: string }[] = [];
  const isHub = hub !== null || all.some(each => each.id === name && hubOf(each) !== null);
  for (const other of change === 'confirm' && !isHub ? all : []) {
    if (other.id === name || hubOf(other) !== null) continue;
    const transferred = other.confirmed.parties.filter(party => parties.includes(party));
    if (transferred.length === 0) continue;
    moved.push(...transferred.map(party => ({ party, from: other.id })));
    await changeConnection(connections, other.id, ({ confirmed }) => ({
      confirmed: { ...confirmed, parties: confirmed.parties.filter(party => !transferred.includes(party)) },
    }));
  }
  await changeConnection(connections, name, ({ confirmed }) => {
    if (change === 'confirm')
      return { confirmed: { parties: [...new Set([...confirmed.parties, ...parties])], hub: hub ?? confirmed.hub } };
    const left = confirmed.parties.filter(party => !parties.includes(party));
    return { confirmed: { parties: left, hub: confirmed.hub === hub ? null : confirmed.hub } };
  });
  return { moved };
}

/** The confirmed parties are those that the connection will represent. All other claims of the platform wait for confirmation. */
export interface ConnectPeerOptions extends ConfirmedParties {
  name: string;
  /** URL of the platform's versions endpoint. */
  versions: string;
  /** The token that the platform's operator has issued for the registration. Valid once. */
  token: string;
  switches: Partial<SellingSwitches>;
}

export interface Connected {
  /** False: the connection was registered before. */
  isNew: boolean;
  version: string | null;
  switches: SellingSwitches;
}

interface SettingsParts {
  connections: Connections;
  registration: RegistrationDependencies;
  locations: Pick<ReturnType<typeof createLocationStore>, 'resales'>;
  switchesOf(id: string): Promise<SellingSwitches>;
  connectionsIn(store: OcpiStore): Connections;
  /** Writes the list of exchanges immediately, because a command process ends before the next regular write. */
  noteExchanges(): Promise<void>;
}

/** The settings of a connection that an operator can change: registration, switches, confirmed parties and agreements. */
export function connectionSettings(parts: SettingsParts) {
  const { connections, registration, locations, switchesOf, connectionsIn, noteExchanges } = parts;
  const known = async (id: string) => {
    if (!(await connections.get(id))) throw new Error(`Unknown connection ${id}.`);
  };
  const setSwitches = async (id: string, changes: Partial<SellingSwitches>): Promise<SellingSwitches> => {
    await known(id);
    await changeConnection(connections, id, ({ switches }) => ({ switches: { ...switches, ...changes } }));
    await locations.resales.all(id);
    return switchesOf(id);
  };
  return {
    setSwitches,
    changeParties: (store: OcpiStore, request: ChangePartiesOptions) => changeParties(connectionsIn(store), request),
    async connect({ name, versions, token, switches, ...named }: ConnectPeerOptions): Promise<Connected> {
      const connection = await connections.get(name);
      const isConnected = connection?.state === 'active' && connection.versionsUrl === versions;
      const options = { id: name, versionsUrl: versions, token, confirmed: confirmedAs(named) };
      const { version } = isConnected ? connection : await connect(options, registration).finally(noteExchanges);
      return { isNew: !isConnected, version, switches: await setSwitches(name, switches) };
    },
    async setAgreement(id: string, changes: Partial<Agreement>): Promise<Agreement> {
      await known(id);
      const { agreed = NOTHING_AGREED } = await changeConnection(connections, id, ({ agreed: before }) => ({
        agreed: { ...NOTHING_AGREED, ...before, ...changes },
      }));
      return agreed;
    },
  };
}
