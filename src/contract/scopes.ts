import type { Effect, Endpoint, Scope, ScopeAction } from './endpoint.ts'
import { endpoints, type Noun } from './index.ts'
import type { KeyPreset } from './shapes/key.ts'
import { isOn } from './shapes/wire.ts'

/** What a limited token may do; null for a token that may do what its account may. */
export type Scopes = ReadonlySet<string> | null

const actionOf: Record<Effect, ScopeAction> = {
  read: 'read',
  create: 'write',
  update: 'write',
  destroy: 'delete',
  send: 'send',
}

/** The scope of each route that needs a token, from its module and effect. */
const declared = new Map<Endpoint, Scope | 'any' | 'session'>(
  endpoints
    .filter(({ endpoint }) => endpoint.access !== 'public')
    .map(({ noun, endpoint }) => [
      endpoint,
      endpoint.scope ?? `${noun}:${actionOf[endpoint.effect]}`,
    ]),
)

/** The scope of a route: `any` and public ones need none, and `session` ones take no limited token. */
export const scopeOf = (endpoint: Endpoint): Scope | 'any' | 'session' =>
  declared.get(endpoint) ?? 'any'

/** The scope that is enough for a request that could send and only saves. */
const savingScope = (scope: Scope): Scope => scope.replace(/:send$/, ':write') as Scope

/**
 * Returns the scope that a request lacks. Without the input the request may still become one that
 * only saves.
 */
export function missingScope(
  scopes: Scopes,
  endpoint: Endpoint,
  input?: object,
): Scope | 'session' | undefined {
  const scope = scopeOf(endpoint)
  if (scopes === null || scope === 'any') return undefined
  if (scope === 'session') return scope
  if (scopes.has(scope)) return undefined
  const { savesWith } = endpoint
  const saves = savesWith !== undefined && (!input || isSaved(input, savesWith))
  return saves && scopes.has(savingScope(scope)) ? undefined : scope
}

const isSaved = (input: object, field: string): boolean =>
  isOn((input as Record<string, boolean | undefined>)[field]) // a flag of the contract

/** Every scope that some route needs, in alphabetical order. */
export const allScopes: readonly Scope[] = [
  ...new Set(
    [...declared].flatMap(([endpoint, scope]) => {
      if (scope === 'any' || scope === 'session') return []
      return endpoint.savesWith === undefined ? [scope] : [scope, savingScope(scope)]
    }),
  ),
].sort()

/** What drafts are made of. */
const drafted: readonly Noun[] = [
  'automations',
  'campaigns',
  'lists',
  'media',
  'segments',
  'templates',
]
/** What a send is about. Users, keys, senders and webhooks are the account itself. */
const acted: readonly Noun[] = [...drafted, 'contacts', 'events', 'fields', 'jobs', 'suppressions']

const imported: readonly Scope[] = ['contacts:write', 'fields:read', 'jobs:read', 'lists:read']

const isOf = (scope: Scope, nouns: readonly Noun[]) =>
  nouns.some((noun) => scope.startsWith(`${noun}:`))

const presets: Record<KeyPreset, (scope: Scope) => boolean> = {
  read: (scope) => scope.endsWith(':read'),
  draft: (scope) => scope.endsWith(':read') || (scope.endsWith(':write') && isOf(scope, drafted)),
  act: (scope) => scope.endsWith(':read') || isOf(scope, acted),
  'import-only': (scope) => imported.includes(scope),
}

export const scopesOf = (preset: KeyPreset): Scope[] => allScopes.filter(presets[preset])
