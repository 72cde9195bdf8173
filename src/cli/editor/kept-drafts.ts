import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { whenFree } from '../../config/busy-file.ts'
import { stateFolder } from '../../config/folders.ts'
import { randomToken } from '../../core/ids.ts'
import type { Context } from '../context/context.ts'
import { asWriteFailure } from '../host/write-failure.ts'
import type { Content } from './documents/document.ts'

/** Changes that were not saved, as the page reported them. */
interface KeptDraft {
  /** ISO 8601. */
  at: string
  /** The version that the changes were made to. */
  version?: string | undefined
  content: Content
}

/** One run of the editor. Without a draft it only tells the port of a run that was killed. */
interface RunFile {
  api_url: string
  document: string
  port?: number
  draft?: KeptDraft
}

/** The drafts of one document on this machine. Each run writes a file of its own. */
export interface KeptDrafts {
  /** The newest draft of an earlier run. */
  earlier: KeptDraft | undefined
  /** The port of an earlier run, at whose address the browser may keep a newer draft. */
  port: number | undefined
  keepPort(port: number): void
  /** Throws state_unwritable, disk_full. */
  keep(draft: KeptDraft): void
  /** Whether there is a draft of this run. */
  has(): boolean
  /** Deletes the draft of this run. */
  drop(): void
  /** Deletes the drafts of earlier runs. */
  dropEarlier(): void
  /** Writes a version that is going to be replaced to a file, and returns its path. */
  setAside(content: Content, language: string): string
  /**
   * Deletes the file of this run, unless it has a draft. It stays for a page that is still open, where the
   * user can go on typing.
   */
  close(page: { isOpen: boolean }): void
}

/** Opens the drafts of a document. They are in the state folder, readable by the user only. */
export function openKeptDrafts(context: Context, document: string): KeptDrafts {
  const folder = join(stateFolder(context.environment, context.host.machine), 'editor')
  const server = createHash('sha256').update(context.apiUrl()).digest('hex').slice(0, 8)
  const prefix = `${document.replaceAll(/[^\w-]/g, '_')}.${server}.`
  const path = join(folder, `${prefix}${randomToken(6)}.json`)
  const run: RunFile = { api_url: context.apiUrl(), document }

  const earlierRuns = readRuns(folder, prefix)
  const [newest] = earlierRuns
    .filter(({ file }) => file.draft)
    .sort((a, b) => (a.file.draft?.at ?? '').localeCompare(b.file.draft?.at ?? ''))
    .slice(-1)
  const port = (newest ?? earlierRuns.at(-1))?.file.port
  // The file of this run takes over the port.
  for (const { path: old, file } of earlierRuns) if (!file.draft) remove(old)

  function write(file: string, text: string): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const part = `${file}.new`
      const handle = openSync(part, 'w', 0o600)
      try {
        writeFileSync(handle, text)
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
      whenFree(() => renameSync(part, file))
    } catch (error) {
      throw asWriteFailure(error, file)
    }
  }

  const store = () => write(path, JSON.stringify(run))

  return {
    earlier: newest?.file.draft,
    port,
    keepPort(used) {
      run.port = used
      store()
    },
    keep(draft) {
      run.draft = draft
      store()
    },
    has: () => run.draft !== undefined,
    drop() {
      if (!run.draft) return
      delete run.draft
      store()
    },
    dropEarlier() {
      for (const { path: old, file } of earlierRuns) if (file.draft) remove(old)
    },
    setAside(content, language) {
      const file = join(folder, `${prefix}${randomToken(6)}.${language}`)
      write(file, withHeaders(content))
      return file
    },
    close({ isOpen }) {
      if (!run.draft && !isOpen) remove(path)
    },
  }
}

/** Returns the source with the subject and the preview text in a comment, which has no place for them. */
function withHeaders({ asunto, preheader, html }: Content): string {
  const lines = [asunto, preheader].filter((line) => line !== '')
  return lines.length === 0 ? html : `<!-- ${lines.join('\n').replaceAll('--', '- -')} -->\n${html}`
}

const remove = (path: string): void => whenFree(() => rmSync(path, { force: true }))

function readRuns(folder: string, prefix: string): { path: string; file: RunFile }[] {
  const names = listFolder(folder).filter(
    (name) => name.startsWith(prefix) && name.endsWith('.json'),
  )
  return names.flatMap((name) => {
    const path = join(folder, name)
    try {
      return [{ path, file: JSON.parse(readFileSync(path, 'utf8')) as RunFile }] // our own format
    } catch {
      return [] // another run has just deleted it
    }
  })
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // nothing was kept yet
  }
}
