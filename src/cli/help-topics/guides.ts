import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Language } from '../../core/language.ts'
import type { GuideTopic } from '../help/guide-topics.ts'

/** Reads a guide, in Markdown. The package contains the guides beside the bundle. */
export const readGuide = (topic: GuideTopic, language: Language): Promise<string> =>
  readFile(fileOf(`docs/guides/${language}/${topic}.md`), 'utf8')

/** Finds a file of the package from the bundle in `dist`, or from the sources (tests). */
function fileOf(path: string): URL {
  const fromBundle = new URL(`../${path}`, import.meta.url)
  return existsSync(fromBundle) ? fromBundle : new URL(`../../../${path}`, import.meta.url)
}
