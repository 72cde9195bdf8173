import { endpoints, type NamedEndpoint } from '../../../src/contract/index.ts'
import { tokensOf } from '../../../src/contract/path.ts'
import { apiPrefix } from '../../../src/service/app.ts'
import { encodeCursor } from '../../../src/service/http/paging.ts'
import type { RawTarget } from './raw-requests.ts'
import { requestOf } from './route-requests.ts'

const reading = endpoints.filter(({ endpoint }) => endpoint.method === 'GET')

/** The routes that return pages. */
export const listRoutes = reading.filter(({ endpoint }) => 'cursor' in endpoint.query.shape)

/** Every query parameter and every part of the path of every route that reads. */
export const readPlaces: readonly [route: NamedEndpoint, place: ReadPlace][] = reading.flatMap(
  (route) => [
    ...Object.keys(route.endpoint.query.shape).map((query): [NamedEndpoint, ReadPlace] => [
      route,
      { query },
    ]),
    ...tokensOf(route.endpoint.path).map((token): [NamedEndpoint, ReadPlace] => [route, { token }]),
  ],
)

type ReadPlace = { query: string } | { token: string }

interface TextResponse {
  status: number
  text: string
  /** The cursor of the next page. */
  next: string | null
}

/** Sends a query as it is, with bytes that no client would send. */
export function getWithQuery(
  target: RawTarget,
  route: NamedEndpoint,
  query: string,
): Promise<TextResponse> {
  const [path = '', own] = requestOf(route, target.account).path.split('?')
  return get(target, `${path}?${[own, query].filter(Boolean).join('&')}`)
}

async function get({ server, account }: RawTarget, path: string): Promise<TextResponse> {
  const headers = { authorization: `Bearer ${account.user.token}` }
  const response = await fetch(`${server.origin}${apiPrefix}${path}`, { headers })
  const next = response.headers.get('x-next-cursor')
  return { status: response.status, text: await response.text(), next }
}

/** Sends a valid request with one part replaced. Returns the server errors. */
export async function getWith(
  target: RawTarget,
  [route, place]: (typeof readPlaces)[number],
  value: string,
): Promise<string[]> {
  const { status, text } = await ('query' in place
    ? getWithQuery(target, route, `${place.query}=${value}`)
    : get(target, pathWith(route, place.token, value)))
  return status >= 500
    ? [`${route.id} ${JSON.stringify(place)} ${value.slice(0, 80)}: ${text}`]
    : []
}

const pathWith = ({ endpoint }: NamedEndpoint, token: string, value: string): string =>
  endpoint.path
    .replace(`:${token}`, () => value.replace(/[ "[\]{}]/g, encodeURIComponent) || '0')
    .replace(/:\w+/g, '1')

/** Returns the lists that answer a cursor with neither a page nor a problem of the cursor. */
export async function listsConfusedBy(target: RawTarget, cursor: string): Promise<string[]> {
  const wrong: string[] = []
  for (const route of listRoutes) {
    const { status, text } = await getWithQuery(target, route, `cursor=${cursor}`)
    const isProblem = status === 422 && JSON.parse(text).errors?.[0]?.field === 'cursor'
    if (status !== 200 && !isProblem) wrong.push(`${route.id} ${cursor.slice(0, 80)}: ${text}`)
  }
  return wrong
}

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64url')
const json = (value: unknown) => base64(JSON.stringify(value))

/** Keys of every length that the lists use, of types and sizes that they never have. */
const keys: readonly unknown[] = [
  ...['a', '', '1', '-1', 'NaN', '\0', '\ud800', 'x'.repeat(300), '2026-01-01'],
  ...[-1, 0.5, -0.5, 1e300, 2 ** 53, 2 ** 63, 2 ** 31, 2 ** 53 - 1, 1e21],
  ...[null, true, {}, [], [1], { length: 1 }, { toString: 'a' }],
]
const shaped = keys.flatMap((key) => [
  [key],
  [key, key],
  [1, key],
  [key, 'a'],
  ...[
    [key, key, key],
    [1, 2, key],
    [1, key, 1],
    [key, 1, 1],
    [0, 'a', key],
    [1, 1, 1, key],
  ],
])

/** Cursors that no list has returned, and some of other lists. */
export const madeUpCursors: readonly string[] = [
  ...['', '0', '-1', 'AAAA', '%00', '%ff%fe', '"', '\u{1f600}', 'x'.repeat(10_240)],
  ...[base64('not JSON'), base64('{'), base64(Buffer.from([0xff, 0xfe, 0, 1, 2])), json({})],
  ...[json(null), json('a'), json(1), json([]), base64('[1e400]'), base64('[1,2,1e999]')],
  ...['[1'.repeat(60), base64('['.repeat(300))].map(encodeURIComponent),
  ...shaped.map(json),
  // Each is a cursor of some other list.
  ...[[1], ['ana@mine.example'], [3, 'mine.example'], [1, 2, 3], [0, 'mine', 1]].map((key) =>
    encodeCursor(key as (string | number)[]),
  ),
]

/** Values of a query or a path, encoded as far as a URL requires. */
export const hostileTexts: readonly string[] = [
  ...['', '%00', '%ff', '%ed%a0%80', '%f0%9f%98%80', 'a%00b', '%27', '%22', '%25', '_', '%5c'],
  ...['-1', '0', '0.5', '1e400', '-0', '2147483648', '9007199254740991', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '99999999999999999999', '999999999999999'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z', '1e3'],
  ...['0001-01-01T00:00:00%2B23:59', '%2B275760-09-13T00:00:00Z', '1969-12-31T23:59:59Z'],
  ...[
    '1&a=2',
    '1&limit=2',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'toString',
    '[]',
    '{}',
    '[object Object]',
  ],
  ...['%7B%22a%22:1%7D', `${'a'.repeat(6000)}`, `${'%F0%9F%98%80'.repeat(300)}`, 'a,b,,id', '*'],
  ...["a' or 1=1 --", 'a" b', '(((', '"%20OR%20*', 'NEAR(a b)', 'a:*', '%E2%80%AE', '%CC%81'],
]
