import { statSync } from 'node:fs'
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stateFolder } from '../../../config/folders.ts'
import { newUuid } from '../../../core/ids.ts'
import type { Context } from '../../context.ts'
import { listJournals } from '../../import/journal.ts'
import { asWriteFailure, importsFolder } from '../../import/state-folder.ts'
import { openJournal } from '../../sending/journal.ts'
import { broken, doubtful, type Finding, fine } from './finding.ts'

/** What this machine holds: settings, sessions, journals. */
export async function checkMachine(context: Context): Promise<Finding[]> {
  return [
    ...checkModes(context),
    await checkState(context),
    await checkImports(context),
    ...checkSends(context),
    ...(await checkCertificates(context)),
  ]
}

/** A token that others on this machine can read is theirs. Windows has no such modes. */
function checkModes({ profiles, host, words: { doctor } }: Context): Finding[] {
  if (host.machine.platform === 'win32') return []
  const { settings, sessions } = profiles.paths
  const open = [
    { path: dirname(settings), most: 0o700 },
    { path: settings, most: 0o600 },
    { path: sessions, most: 0o600 },
  ].filter(({ path, most }) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    return (mode & 0o777 & ~most) !== 0
  })
  if (open.length === 0) return [fine('files', doctor.filesPrivate(dirname(settings)))]
  return open.map(({ path, most }) =>
    doubtful('files', doctor.fileOpen({ path, mode: most.toString(8) })),
  )
}

async function checkState({ environment, host, words }: Context): Promise<Finding> {
  const folder = stateFolder(environment, host.machine)
  const trial = join(folder, `.doctor-${newUuid()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(trial, '', { mode: 0o600 })
    await rm(trial)
    return fine('state', words.doctor.stateWritable(folder))
  } catch (error) {
    return broken('state', asWriteFailure(error, folder), words)
  }
}

async function checkImports(context: Context): Promise<Finding> {
  const { words, output } = context
  const { length } = await listJournals(importsFolder(context))
  return length === 0
    ? fine('imports', words.doctor.noImports)
    : doubtful('imports', words.doctor.unfinishedImports(output.local.number(length)))
}

/** What went out from here to this server, and nobody knows yet what became of it. */
function checkSends(context: Context): Finding[] {
  const { settings, words } = context
  if (!settings.apiUrl) return []
  const { origin } = new URL(settings.apiUrl.value)
  try {
    const open = openJournal(context)
      .standings(origin)
      .filter(({ state }) => state === 'begun' || state === 'unknown')
    const places = open.map(({ place = '' }) => place).join(', ')
    return [
      open.length === 0
        ? fine('requests', words.doctor.sendsKnown)
        : doubtful('requests', words.doctor.sendsUnknown(places)),
    ]
  } catch (error) {
    return [broken('requests', error, words)]
  }
}

/** Node says nothing of a file of certificates that it could not read. */
async function checkCertificates({ environment, words }: Context): Promise<Finding[]> {
  const path = environment.nodeExtraCaCerts
  if (path === undefined) return []
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
  return [
    isReadable
      ? fine('certificates', words.doctor.certificates(path))
      : doubtful('certificates', words.doctor.certificatesUnread(path)),
  ]
}
