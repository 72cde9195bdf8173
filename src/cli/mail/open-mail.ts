import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { openInBrowser } from '../host/processes.ts'

/** Opens an address in the browser and returns it for the result. */
export async function openAddress(context: Context, url: string): Promise<{ url: string }> {
  const { host, output, messages } = context
  const { env, machine } = host
  const isOpen = await openInBrowser(url, { platform: machine.platform, env })
  if (!isOpen) output.note(messages.mailView.noBrowser)
  return { url }
}

/** Writes a page to a file that only its owner can read, and opens it in the browser. */
export async function openPage(context: Context, page: string): Promise<{ url: string }> {
  return openAddress(context, pathToFileURL(await writePage(page)).href)
}

async function writePage(page: string): Promise<string> {
  const folder = join(tmpdir(), 'remite-preview-')
  try {
    const path = join(await mkdtemp(folder), 'preview.html')
    await writeFile(path, page, { mode: 0o600 })
    return path
  } catch (error) {
    const { code: reason = '' } = error as NodeJS.ErrnoException
    throw new Failure('file_unwritable', { values: { path: folder, reason } }, { cause: error })
  }
}
