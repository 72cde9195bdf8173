import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Language } from '../../core/language.ts'
import type { EditorWords } from '../../messages/editor.ts'
import type { PageFile } from './door.ts'
import { pageDocument } from './page-document.ts'

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** The files of the build that the page is made of, by their kind. */
const assets = {
  editor: ['editor-grapes.js', 'editor-grapes.css', 'editor-page.js', 'editor-page.css'],
  watch: ['editor-watch.js', 'editor-page.css'],
} as const

export type PageKind = keyof typeof assets

/**
 * `style-src` is open since the editor draws with style attributes, and the message has its own;
 * pictures of a message lie anywhere. No script runs but those of the build: not the message's, nor
 * any that is made out of text.
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
  { language, words, title }: { language: Language; words: EditorWords; title: string },
): Promise<Map<string, PageFile>> {
  const files = new Map<string, PageFile>()
  const page = pageDocument({
    kind,
    assets: assets[kind],
    language,
    words: words.page,
    title,
  })
  files.set('/', { type: 'text/html; charset=utf-8', body: page })
  for (const name of assets[kind]) {
    const type = name.endsWith('.css') ? types.css : types.js
    files.set(`/${name}`, { type, body: await readFile(fileOf(name)) })
  }
  return files
}

/** Beside the bundle; run from the sources (tests), out of the build all the same. */
function fileOf(name: string): URL {
  const beside = new URL(`./${name}`, import.meta.url)
  return existsSync(beside) ? beside : new URL(`../../../dist/${name}`, import.meta.url)
}
