import { Failure } from '../../../core/failure.ts'

export interface Place {
  host: string
  port: number
}

/** `HOST:PORT`, an IPv6 address in brackets or not. */
export function parsePlace(text: string, flag: string): Place {
  const [, host, digits] = /^\[?([^\]\s]+)\]?:(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || Number(digits) > 65_535) throw badPattern(flag)
  return { host, port: Number(digits) }
}

export const formatPlace = ({ host, port }: Place): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** What stands behind the @: names and dots, as DNS has them. */
export function parseDomain(text: string, flag: string): string {
  const label = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i
  if (text.length > 253 || !text.split('.').every((part) => label.test(part))) {
    throw badPattern(flag)
  }
  return text.toLowerCase()
}

const badPattern = (flag: string) =>
  new Failure('usage', { problems: [{ field: flag, code: 'bad_pattern' }] })
