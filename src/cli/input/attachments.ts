import { basename, extname } from 'node:path'
import type { Context } from '../context.ts'
import { readByteFile } from './files.ts'

/** What goes with mail; of anything else the type is not known. */
const types: Record<string, string> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gif': 'image/gif',
  '.ics': 'text/calendar',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp3': 'audio/mpeg',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
}

/** Files as a campaign carries them: under their own names, without the folders they are in. */
export const readAttachments = (
  paths: readonly string[],
  { host, settings }: Pick<Context, 'host' | 'settings'>,
) =>
  Promise.all(
    paths.map(async (path) => {
      const source = { stdin: host.stdin, language: settings.language.value }
      const bytes = await readByteFile(path, source)
      return {
        filename: basename(path),
        content_type: types[extname(path).toLowerCase()] ?? 'application/octet-stream',
        content: bytes.toString('base64'),
      }
    }),
  )
