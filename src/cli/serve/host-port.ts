import { Failure } from '../../core/failure.ts'

export interface HostPort {
  host: string
  port: number
}

/** Parses `HOST:PORT`. Brackets around an IPv6 address are optional. */
export function parseHostPort(text: string, flag: string): HostPort {
  const [, host, digits] = /^\[?([^\]\s]+)\]?:(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || Number(digits) > 65_535) throw badPattern(flag)
  return { host, port: Number(digits) }
}

export const formatHostPort = ({ host, port }: HostPort): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Parses the domain of an address as a DNS name. */
export function parseDomain(text: string, flag: string): string {
  const label = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i
  if (text.length > 253 || !text.split('.').every((part) => label.test(part))) {
    throw badPattern(flag)
  }
  return text.toLowerCase()
}

const badPattern = (flag: string) =>
  new Failure('usage', { problems: [{ field: flag, code: 'bad_pattern' }] })
