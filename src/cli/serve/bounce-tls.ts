import { createSecureContext } from 'node:tls'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readByteFile } from '../input/files.ts'

interface BounceTlsFlags {
  'bounce-listen'?: string
  'bounce-tls-cert'?: string
  'bounce-tls-key'?: string
}

/** PEM: the certificate first, then the chain to its authority. */
export interface TlsFiles {
  cert: Buffer
  key: Buffer
}

/** Reads the certificate of the bounce inbox. It is tested here, so that an error appears at start-up. */
export async function bounceTlsOf(
  flags: BounceTlsFlags,
  { host, settings }: Pick<Context, 'host' | 'settings'>,
): Promise<TlsFiles | undefined> {
  const { 'bounce-tls-cert': certPath, 'bounce-tls-key': keyPath } = flags
  if (certPath === undefined && keyPath === undefined) return undefined
  if (certPath === undefined) throw missing('--bounce-tls-cert')
  if (keyPath === undefined) throw missing('--bounce-tls-key')
  if (flags['bounce-listen'] === undefined) throw missing('--bounce-listen')
  const source = { stdin: host.stdin, language: settings.language.value }
  const [cert, key] = [await readByteFile(certPath, source), await readByteFile(keyPath, source)]
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    const values = { path: certPath, key: keyPath }
    throw new Failure('certificate_unusable', { values }, { cause })
  }
  return { cert, key }
}

const missing = (flags: string) => new Failure('missing_input', { values: { flags } })
