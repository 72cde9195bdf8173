import { basename, extname } from 'node:path'
import type { Context } from '../context/context.ts'
import { readByteFile } from './files.ts'

/** Content types of common attachments. Others are application/octet-stream. */
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

/** Reads files as attachments of a campaign. Their names do not include folders. */
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
