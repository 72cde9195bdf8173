import { isIP } from 'node:net'
import { Failure } from '../../core/failure.ts'
import { type SignUpMode, signUpModes } from '../../core/sign-up/sign-up-modes.ts'

interface SenderSettings {
  signup?: string
  'mail-host'?: string
  publicUrl: string | undefined
  isSandbox: boolean
}

/**
 * Reads the name in the service's own addresses, and who may sign up. Confirmations go through the relay, so
 * sign-up is refused where that name is none that receivers accept.
 */
export function signUpOf({ signup, isSandbox, ...named }: SenderSettings): {
  hostName: string
  signUp?: SignUpMode
} {
  const hostName = hostNameOf(named)
  const signUp = signUpModes.find((mode) => mode === signup)
  if (signUp === undefined) return { hostName }
  const isLocal = isIP(hostName) !== 0 || !hostName.includes('.') || hostName.endsWith('.localhost')
  if (signUp !== 'closed' && !isSandbox && isLocal) throw new Failure('sign_up_without_sender')
  return { hostName, signUp }
}

/** Returns the name in the service's own addresses. */
export const hostNameOf = ({
  'mail-host': mailHost,
  publicUrl,
}: Pick<SenderSettings, 'mail-host' | 'publicUrl'>): string =>
  mailHost ?? (publicUrl ? new URL(publicUrl).hostname : 'remite.localhost')
