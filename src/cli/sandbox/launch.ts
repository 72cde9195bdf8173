import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expiryOf } from '../../config/token-claims.ts'
import { auth } from '../../contract/modules/auth.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { endProcess, spawnInBackground } from '../host/processes.ts'
import { findSandbox, readCredentials, type SandboxState, sandboxFolder } from './state.ts'

export const profileName = 'sandbox'

/** Enough for a cold start on a busy machine. */
const startTimeoutMs = 20_000
const pollIntervalMs = 50

interface SandboxFlags {
  port?: number
  smtp?: string
  'machine-window'?: string
}

/** Starts `serve --sandbox` in the background and waits until it is ready. */
export async function startSandbox(context: Context, options: SandboxFlags): Promise<SandboxState> {
  const { host } = context
  const folder = sandboxFolder(context)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const child = spawnInBackground(['serve', '--sandbox', '--folder', folder, ...flags], {
    env: host.env,
    log: logPath(folder),
  })
  const deadline = host.clock.now() + startTimeoutMs
  while (host.clock.now() < deadline && child.isAlive()) {
    const sandbox = await findSandbox(context)
    if (sandbox && sandbox.pid === child.pid) return sandbox
    await host.clock.sleep(pollIntervalMs, host.stopped)
  }
  // Without an answer, no command would find it again.
  if (child.isAlive()) endProcess(child.pid)
  throw didNotStart(folder)
}

function didNotStart(folder: string): Failure {
  const log = logPath(folder)
  const reason = lastErrorIn(log)
  return new Failure('sandbox_did_not_start', { values: { log, ...(reason && { reason }) } })
}

/** Returns the sentence of the last error in the log of a service, for example a port in use. */
function lastErrorIn(log: string): string | undefined {
  const lines = readFileSync(log, 'utf8').split('\n')
  const title = lines.findLastIndex((line) => line.startsWith('error:'))
  return title === -1 ? undefined : lines[title + 1]?.trim().replace(/\.$/, '')
}

const logPath = (folder: string): string => join(folder, 'service.log')

/** Logs in to the sandbox in its own profile, which becomes current only if there is no other. */
export async function logIntoSandbox(
  context: Context,
  { url, folder }: SandboxState,
): Promise<string> {
  const { profiles, messages } = context
  const credentials = readCredentials(folder)
  if (!credentials) throw didNotStart(folder)
  const client = await context.client({ isPublic: true, apiUrl: url })
  const { data } = await client.call(auth.getToken, {
    username: credentials.username,
    pass: credentials.pass,
    rememberMe: true,
  })
  const expiresAt = expiryOf(data.token)
  await profiles.save({ ...profiles.get(profileName), name: profileName, apiUrl: url })
  await profiles.saveSession(profileName, {
    token: data.token,
    apiUrl: url,
    username: credentials.username,
    remembered: true,
    ...(expiresAt !== undefined && { expiresAt }),
  })
  context.output.note(messages.operating.sandboxReady)
  return credentials.username
}
