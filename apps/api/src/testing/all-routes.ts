import type { TestApp } from './build-test-app.ts';

/** A route as the generic tests call it. */
export interface KnownRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with `{name}` for each parameter. */
  readonly path: string;
  readonly bodyFields: readonly string[];
  readonly queryFields: readonly string[];
}

interface Operation {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { schema?: BodySchema }>> };
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly BodySchema[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Routes that the OpenAPI document leaves out. */
const hidden: readonly KnownRoute[] = [
  '/health/live',
  '/health/ready',
  '/api/docs',
  '/images/{name}',
  '/files/{*}',
].map((path) => ({
  method: 'GET',
  path,
  bodyFields: [],
  queryFields: path.startsWith('/files') ? ['expires', 'signature'] : [],
}));

/** Every route of the API, from its OpenAPI document, so that a new route is tested without being listed. */
export function allRoutes(test: TestApp): KnownRoute[] {
  const { paths = {} } = test.app.swagger() as {
    paths?: Record<string, Partial<Record<(typeof methods)[number], Operation>>>;
  };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const properties = schema?.properties ?? schema?.anyOf?.find((option) => option.properties)?.properties ?? {};
      return [
        {
          method: method.toUpperCase() as KnownRoute['method'],
          path,
          bodyFields: Object.keys(properties),
          queryFields: (operation.parameters ?? [])
            .filter((parameter) => parameter.in === 'query')
            .map(({ name }) => name),
        },
      ];
    }),
  );
  return [...documented, ...hidden];
}
