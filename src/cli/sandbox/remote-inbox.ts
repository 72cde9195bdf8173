import type { Context } from '../context/context.ts'
import { profileName } from './launch.ts'
import { findSandbox } from './state.ts'

/**
 * Whether the inbox of the account is meant, which a sandbox account of another service has, and not that of
 * the sandbox on this machine: the service was chosen for this run, or there is no other.
 */
export async function isRemoteInbox(context: Context): Promise<boolean> {
  const { apiUrl, profile } = context.settings
  if (!apiUrl || profile.value === profileName) return false
  const sandbox = await findSandbox(context)
  if (!sandbox) return context.hasSession()
  const isChosen = [apiUrl, profile].some(({ source: { from } }) =>
    ['flag', 'environment'].includes(from),
  )
  return isChosen && new URL(apiUrl.value).origin !== new URL(sandbox.url).origin
}
