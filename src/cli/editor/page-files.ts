import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Language } from '../../core/language.ts'
import type { EditorMessages } from '../../messages/editor.ts'
import { pageDocument } from './page-document.ts'
import type { PageFile } from './server.ts'

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** The files of each kind of page, from the build. */
const assets = {
  editor: ['editor-grapes.js', 'editor-grapes.css', 'editor-page.js', 'editor-page.css'],
  watch: ['editor-watch.js', 'editor-page.css'],
} as const

export type PageKind = keyof typeof assets

/**
 * `style-src` allows inline styles, because the editor and the message use style attributes. Images
 * of a message can be anywhere. Only scripts of the build run: neither scripts of the message nor
 * scripts made from text.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src http: https: data:',
  'font-src https: data:',
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export async function pageFiles(
  kind: PageKind,
  { language, messages, title }: { language: Language; messages: EditorMessages; title: string },
): Promise<Map<string, PageFile>> {
  const files = new Map<string, PageFile>()
  const page = pageDocument({
    kind,
    assets: assets[kind],
    language,
    messages: messages.page,
    title,
  })
  files.set('/', { type: 'text/html; charset=utf-8', body: page })
  for (const name of assets[kind]) {
    const type = name.endsWith('.css') ? types.css : types.js
    files.set(`/${name}`, { type, body: await readFile(fileOf(name)) })
  }
  return files
}

/** Finds a file next to the bundle, or in the build if the code runs from its sources (tests). */
function fileOf(name: string): URL {
  const beside = new URL(`./${name}`, import.meta.url)
  return existsSync(beside) ? beside : new URL(`../../../dist/${name}`, import.meta.url)
}
