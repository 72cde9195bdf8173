import { normaliseAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import { freePort } from '../host/processes.ts'
import type { TlsFiles } from './bounce-tls.ts'
import { type HostPort, parseDomain, parseHostPort } from './host-port.ts'

const defaultListen = '127.0.0.1:8480'
export const anyPort = '127.0.0.1:0'

interface AddressFlags {
  listen?: string
  port?: number
  'bounce-listen'?: string
  'bounce-domain'?: string
  metrics?: string
}

/** Where the service listens without `--listen`. */
export function defaultListenOf({ port }: AddressFlags, isSandbox: boolean): string {
  if (port !== undefined) return anyPort.replace(/0$/, String(port))
  return isSandbox ? anyPort : defaultListen
}

export async function listenOn(flags: AddressFlags, isSandbox: boolean): Promise<HostPort> {
  const { listen = defaultListenOf(flags, isSandbox), port } = flags
  const address = parseHostPort(listen, '--listen')
  if (port !== undefined) address.port = port
  // Every link has the port, so it is chosen before the service starts. 0 is any free one.
  return address.port === 0 ? { ...address, port: await freePort() } : address
}

export function bouncesOf(flags: AddressFlags, isSandbox: boolean, tls: TlsFiles | undefined) {
  const { 'bounce-listen': listen = isSandbox ? anyPort : undefined } = flags
  const { 'bounce-domain': domain } = flags
  return {
    ...(listen !== undefined && {
      inbox: { ...parseHostPort(listen, '--bounce-listen'), ...(tls && { tls }) },
    }),
    ...(domain !== undefined && { bounceDomain: parseDomain(domain, '--bounce-domain') }),
  }
}

/** Reads an address of mail. */
export function readAddress(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const address = normaliseAddress(text)
  if (address) return address.email
  throw new Failure('usage', { problems: [{ field: `--${flag}`, code: 'bad_email' }] })
}

export const metricsOf = ({ metrics }: AddressFlags) =>
  metrics === undefined ? {} : { metricsAddress: parseHostPort(metrics, '--metrics') }
