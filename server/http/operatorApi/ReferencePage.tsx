import type { ReactNode } from 'react';

/** The parts of JSON Schema that the description of the API uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  description?: string;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}

type Content = Readonly<Record<string, { schema: Schema }>>;

interface Operation {
  operationId: string;
  summary: string;
  'x-scope': string;
  parameters: readonly (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { description?: string; content?: Content }>>;
}

export interface Description {
  info: { title: string };
  tags: readonly { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>>; parameters: Readonly<Record<string, Parameter>> };
}

interface ReferenceProps {
  description: Description;
  /** Address of the API below the origin of the app. */
  base: string;
  style: string;
}

/** A page for people with every operation and schema of the API. It needs no script and loads no other file. */
export function ReferencePage({ description, base, style }: ReferenceProps) {
  const { info, tags, paths, components } = description;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{info.title}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>
          <h1>{info.title}</h1>
          <p>
            Each request sends <code>Authorization: Bearer</code> with a token. Staff add tokens in the console. Programs read the
            same description as <a href={`${base}/openapi.json`}>OpenAPI 3.1</a>.
          </p>
          <nav aria-label="Groups of operations">
            {tags.map(({ name }) => (
              <a key={name} href={`#${name}`}>
                {name}
              </a>
            ))}
            <a href="#schemas">schemas</a>
          </nav>
          {tags.map(({ name }) => (
            <section key={name} id={name}>
              <h2>{name}</h2>
              {Object.entries(paths)
                .filter(([at]) => at.split('/')[1] === name)
                .flatMap(([at, methods]) =>
                  Object.entries(methods).map(([method, operation]) => (
                    <OperationFold key={method + at} {...{ method, operation, at: base + at }} known={components.parameters} />
                  )),
                )}
            </section>
          ))}
          <section id="schemas">
            <h2>Schemas</h2>
            {Object.entries(components.schemas).map(([name, schema]) => (
              <details key={name}>
                <summary>
                  <code>{name}</code>
                </summary>
                {/* Browsers open a fold whose content a link leads to. */}
                <div id={`schema-${name}`}>
                  {schema.description && <p>{schema.description}</p>}
                  {schema.properties ? <Fields schema={schema} label={name} /> : <TypeOf schema={schema} />}
                </div>
              </details>
            ))}
          </section>
        </main>
      </body>
    </html>
  );
}

interface OperationProps {
  method: string;
  at: string;
  operation: Operation;
  known: Description['components']['parameters'];
}

function OperationFold({ method, at, operation, known }: OperationProps) {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const named = parameters.flatMap(each => ('$ref' in each ? (known[nameOf(each.$ref)] ?? []) : [each]));
  const body = requestBody?.content['application/json']?.schema;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return (
    <details id={operationId}>
      <summary>
        <b>{method.toUpperCase()}</b> <code>{at}</code> <span>{summary}</span>
      </summary>
      <p>
        Scope of the token: <code>{operation['x-scope']}</code>
      </p>
      {named.length > 0 && (
        <Table
          label={`Parameters of ${operationId}`}
          heads={['Parameter', 'In', 'Type', 'Meaning']}
          rows={named.map(({ name, in: place, required, schema, description }) => [
            <Name key={name} name={name} isRequired={required} />,
            place,
            <TypeOf key="type" schema={schema} />,
            description,
          ])}
        />
      )}
      {body?.properties && <Fields schema={body} label={`Body of ${operationId}`} />}
      <ul>
        {answers.map(([status, { description, content = {} }]) => (
          <li key={status}>
            <b>{status}</b> {description}:{' '}
            {Object.entries(content).map(([type, { schema }]) => (
              <span key={type}>
                {type} <TypeOf schema={schema} />{' '}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Fields({ schema: { properties = {}, required = [] }, label }: { schema: Schema; label: string }) {
  return (
    <Table
      label={label}
      heads={['Field', 'Type', 'Meaning']}
      rows={Object.entries(properties).map(([name, schema]) => [
        <Name key={name} name={name} isRequired={required.includes(name)} />,
        <TypeOf key="type" schema={schema} />,
        schema.description,
      ])}
    />
  );
}

const Name = ({ name, isRequired }: { name: string; isRequired: boolean }) => (
  <>
    <code>{name}</code>
    {isRequired ? '' : ' (optional)'}
  </>
);

interface TableProps {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

function Table({ label, heads, rows }: TableProps) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** The type of a value in words. A schema with a name is a link. */
function TypeOf({ schema }: { schema: Schema }): ReactNode {
  const { $ref, anyOf, items, properties, additionalProperties } = schema;
  if ($ref) return <a href={`#schema-${nameOf($ref)}`}>{nameOf($ref)}</a>;
  if (anyOf)
    return anyOf.map((each, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
      <span key={index}>
        {index > 0 && ' or '}
        <TypeOf schema={each} />
      </span>
    ));
  if (items)
    return (
      <>
        list of <TypeOf schema={items} />
      </>
    );
  if (properties)
    return Object.entries(properties).map(([name, each], index) => (
      <span key={name}>
        {index > 0 && ', '}
        {name}: <TypeOf schema={each} />
      </span>
    ));
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) return schema.enum.map(word => JSON.stringify(word)).join(', ');
  if (typeof additionalProperties === 'object')
    return (
      <>
        values by name, each <TypeOf schema={additionalProperties} />
      </>
    );
  return [schema.type ?? 'any value'].flat().join(' or ');
}
