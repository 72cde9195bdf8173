import * as z from 'zod'
import { languages } from '../core/language.ts'

/** The schema of each path token. A path with another token does not compile. */
export const pathTokens = {
  id: z.int().positive(),
  app: z.int().positive(),
  /** A contact's id or email address. */
  contact: z.string().min(1).max(320),
  field: z.int().positive(),
  job: z.int().positive(),
  key: z.int().positive(),
  language: z.enum(languages),
  message: z.int().positive(),
  webhook: z.int().positive(),
  xsid: z.string().regex(/^[qwertyuiops]{7,40}$/),
} as const

type PathToken = keyof typeof pathTokens

type Named<Token extends string> = Token extends PathToken ? Token : never

type TokensOf<Path extends string> = Path extends `${string}:${infer Token}/${infer Rest}`
  ? Named<Token> | TokensOf<`/${Rest}`>
  : Path extends `${string}:${infer Token}`
    ? Named<Token>
    : never

export type PathParams<Path extends string> = {
  [Token in TokensOf<Path>]: z.output<(typeof pathTokens)[Token]>
}

/** Returns the tokens of a path in order: `/lists/:id/contacts/:contact` → `['id', 'contact']`. */
export const tokensOf = (path: string): PathToken[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, token]) => token as PathToken)

/** Returns the schema of a path's tokens as one object. */
export const paramsOf = (path: string) =>
  z.strictObject(Object.fromEntries(tokensOf(path).map((token) => [token, pathTokens[token]])))

/** Inserts encoded values. Returns undefined if a value would change the structure of the path. */
export function fillPath(path: string, values: Record<string, unknown>): string | undefined {
  let safe = true
  const filled = path.replace(/:(\w+)/g, (_, token: string) => {
    const value = values[token] === undefined ? '' : String(values[token])
    if (value === '' || value === '.' || value === '..') safe = false
    return encodeURIComponent(value)
  })
  return safe ? filled : undefined
}

/** Returns an id for a request: a number, or the text itself on a server where ids are words. */
export const wireId = (id: string | number): number =>
  (/^\d{1,15}$/.test(String(id)) ? Number(id) : id) as number
