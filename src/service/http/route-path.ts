import { tokensOf } from '../../contract/path.ts'

const numericTokens = new Set(['id', 'field', 'job', 'key', 'webhook'])

/** The path of an endpoint for the router, which accepts only numbers for ids. */
export const routerPath = (path: string): string =>
  tokensOf(path).reduce(
    (url, token) =>
      numericTokens.has(token) ? url.replace(`:${token}`, `:${token}(^\\d{1,15}$)`) : url,
    path,
  )

export const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/:(\w+)/g, (_, token) => (numericTokens.has(token) ? '\\d{1,15}' : '[^/]+'))}$`,
  )
