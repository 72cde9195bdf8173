import { statSync } from 'node:fs'
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, win32 } from 'node:path'
import { isWithin, stateFolder } from '../../config/folders.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context/context.ts'
import { asWriteFailure } from '../host/write-failure.ts'
import { importsFolder } from '../import/imports-folder.ts'
import { listJournals } from '../import/journal.ts'
import { openJournal } from '../sending/journal.ts'
import { type Finding, failed, passed, warning } from './finding.ts'

/** Checks settings, sessions and journals on this machine. */
export async function checkMachine(context: Context): Promise<Finding[]> {
  return [
    ...checkModes(context),
    await checkState(context),
    await checkImports(context),
    ...checkSends(context),
    ...(await checkCertificates(context)),
  ]
}

/** Checks that other users cannot read the tokens. */
function checkModes({ profiles, host, messages: { doctor } }: Context): Finding[] {
  const { settings, sessions } = profiles.paths
  if (host.machine.platform === 'win32') {
    // Windows has no file modes. A file gets the access list of its folder, and that of a user's
    // folder names the user, the system and the administrators.
    const folder = win32.dirname(settings)
    const user = host.env.USERNAME ?? '%USERNAME%'
    return isWithin(host.machine, folder)
      ? [passed('files', doctor.filesPrivate(folder))]
      : [warning('files', doctor.folderShared({ folder, user }))]
  }
  const open = [
    { path: dirname(settings), maxMode: 0o700 },
    { path: settings, maxMode: 0o600 },
    { path: sessions, maxMode: 0o600 },
  ].filter(({ path, maxMode }) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    return (mode & 0o777 & ~maxMode) !== 0
  })
  if (open.length === 0) return [passed('files', doctor.filesPrivate(dirname(settings)))]
  return open.map(({ path, maxMode }) =>
    warning('files', doctor.fileOpen({ path, mode: maxMode.toString(8) })),
  )
}

async function checkState({ environment, host, messages }: Context): Promise<Finding> {
  const folder = stateFolder(environment, host.machine)
  const trial = join(folder, `.doctor-${newUuid()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(trial, '', { mode: 0o600 })
    await rm(trial)
    return passed('state', messages.doctor.stateWritable(folder))
  } catch (error) {
    return failed('state', asWriteFailure(error, folder), messages)
  }
}

async function checkImports(context: Context): Promise<Finding> {
  const { messages, output } = context
  const { length } = await listJournals(importsFolder(context))
  return length === 0
    ? passed('imports', messages.doctor.noImports)
    : warning('imports', messages.doctor.unfinishedImports(output.local.number(length)))
}

/** Checks for requests to this server whose outcome is unknown. */
function checkSends(context: Context): Finding[] {
  const { settings, messages } = context
  if (!settings.apiUrl) return []
  const { origin } = new URL(settings.apiUrl.value)
  try {
    const open = openJournal(context)
      .findByOrigin(origin)
      .filter(({ state }) => state === 'begun' || state === 'unknown')
    const routes = open.map(({ place = '' }) => place).join(', ')
    return [
      open.length === 0
        ? passed('requests', messages.doctor.sendsKnown)
        : warning('requests', messages.doctor.sendsUnknown(routes)),
    ]
  } catch (error) {
    return [failed('requests', error, messages)]
  }
}

/** Checks the file of extra certificates, because Node ignores one that it cannot read. */
async function checkCertificates({ environment, messages }: Context): Promise<Finding[]> {
  const path = environment.nodeExtraCaCerts
  if (path === undefined) return []
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
  return [
    isReadable
      ? passed('certificates', messages.doctor.certificates(path))
      : warning('certificates', messages.doctor.certificatesUnread(path)),
  ]
}
