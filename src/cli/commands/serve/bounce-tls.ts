import { createSecureContext } from 'node:tls'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { readByteFile } from '../../input/files.ts'

interface Wishes {
  'bounce-listen'?: string
  'bounce-tls-cert'?: string
  'bounce-tls-key'?: string
}

/** PEM, the certificate first and those that lead to its authority behind it. */
export interface TlsFiles {
  cert: Buffer
  key: Buffer
}

/** What the inbox for bounces encrypts with. Tried out here: it must be seen at the start, and not by who writes to us. */
export async function bounceTlsOf(
  wishes: Wishes,
  { host, settings }: Pick<Context, 'host' | 'settings'>,
): Promise<TlsFiles | undefined> {
  const { 'bounce-tls-cert': certPath, 'bounce-tls-key': keyPath } = wishes
  if (certPath === undefined && keyPath === undefined) return undefined
  if (certPath === undefined) throw missing('--bounce-tls-cert')
  if (keyPath === undefined) throw missing('--bounce-tls-key')
  if (wishes['bounce-listen'] === undefined) throw missing('--bounce-listen')
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
