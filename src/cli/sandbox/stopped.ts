import { originOf } from '../../config/api-url.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { profileName } from './launch.ts'

/** Returns the failure with the advice to start the sandbox, if it is the sandbox that does not answer. */
export function withSandboxStart(error: unknown, { profiles, settings }: Context): unknown {
  if (!(error instanceof Failure) || error.code !== 'network' || !settings.apiUrl) return error
  const sandbox = profiles.get(profileName)?.apiUrl
  if (!sandbox || originOf(sandbox) !== originOf(settings.apiUrl.value)) return error
  const values = { ...error.details.values, resume: 'remite sandbox start' }
  return new Failure('network', { ...error.details, values }, { cause: error })
}
