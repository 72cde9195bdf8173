import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn } from './support/source/source-files.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  ...filesIn('docs').filter((path) => path.endsWith('.md')),
]

/** Relative links of Markdown and paths in backticks that begin with one of our folders. */
function pathsIn(page: string): string[] {
  const text = readFileSync(page, 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
  const paths = [...text.matchAll(/`((?:src|test|bench|scripts|docs|\.ci)\/[\w./-]*\w)`/g)]
  return [
    ...links.map(([, path = '']) => join(dirname(page), path)),
    ...paths.map(([, path = '']) => path),
  ]
}

/** Made by the build, so a fresh clone does not have them. */
const isGenerated = (path: string) => path.startsWith('src/cli/generated')

test.each(pages)('%s names only files that exist', (page) => {
  const missing = pathsIn(page).filter((path) => !isGenerated(path) && !existsSync(path))
  expect(missing).toEqual([])
})
