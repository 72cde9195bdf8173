import { Failure, type FailureCode } from '../../core/failure.ts'

interface Address {
  host: string
  port: number
}

export const formatAddress = ({ host, port }: Address): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

const listenFailures: Partial<Record<string, FailureCode>> = {
  EADDRINUSE: 'port_in_use',
  EACCES: 'port_refused',
  EADDRNOTAVAIL: 'port_refused',
}

/** Converts the error of an address that cannot be bound. */
export function asFailure(error: unknown): unknown {
  const { code = '', address: host, port } = error as ListenError
  const failure = listenFailures[code]
  if (!failure || host === undefined || port === undefined) return error
  return new Failure(
    failure,
    { values: { address: formatAddress({ host, port }) } },
    { cause: error },
  )
}

/** Node's error names the address that could not be bound. */
type ListenError = NodeJS.ErrnoException & Partial<Address> & { address?: string }
