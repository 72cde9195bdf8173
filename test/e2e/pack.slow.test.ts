import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guideTopics } from '../../src/cli/help/guide-topics.ts'
import { version } from '../../src/cli/host/version.ts'
import { languages } from '../../src/core/language.ts'
import { newFolder } from '../support/folder.ts'
import { readSources } from '../support/source/source-files.ts'

/** Generous, because the registry is slow at times. */
const installMs = 120_000

/** Runs npm without scripts. Our `prepack` would rebuild `dist`, which other tests are using. */
const npm = (folder: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const pack = (...args: string[]): { filename: string; files: { path: string }[] } =>
  JSON.parse(npm('.', 'pack', '--json', ...args))[0]

test('the tarball holds what is run and read, and nothing else', () => {
  const paths = pack('--dry-run').files.map(({ path }) => path)
  const others = paths.filter(
    (path) => !/^(dist\/([\w-]+\.(c?js|css)|help-[\w-]+\.txt)|completions\/.+)$/.test(path),
  )
  const guides = languages.flatMap((language) =>
    guideTopics.map((topic) => `docs/guides/${language}/${topic}.md`),
  )
  expect(others.sort()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/package.json',
      'bin/remite.js',
      'dist/THIRD-PARTY-LICENSES.txt',
      ...guides.sort(),
      ...readdirSync('docs/operations').map((name) => `docs/operations/${name}`),
      'man/remite.1',
      'package.json',
    ].sort(),
  )
  expect(paths).toEqual(expect.arrayContaining(['dist/main.js', 'dist/database-thread.js']))
})

test('the license of every bundled package is beside the bundle', () => {
  const notices = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8')
  const imports = readSources('src').flatMap((file) => file.imports)
  const packages = imports.filter(
    ({ to, isOurs, isType }) => !isOurs && !isType && !to.startsWith('node:'),
  )
  const bundled = new Set(packages.map(({ to }) => to))
  // Installed as dependencies, with their own licences.
  for (const name of ['@photostructure/sqlite', 'sharp']) bundled.delete(name)
  bundled.delete('mjml') // Optional; the operator installs it.
  bundled.delete('@inquirer/prompts') // Only re-exports other packages, which are listed.
  expect([...bundled].filter((name) => !notices.includes(`\n${name} `))).toEqual([])
})

test('the tarball runs after an install into an empty folder without install scripts', {
  timeout: installMs,
}, () => {
  const folder = newFolder()
  const { filename } = pack('--pack-destination', folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  npm(folder, 'install', join(folder, filename))
  const remite = join(folder, 'node_modules/.bin/remite')
  expect(execFileSync(remite, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
  const guide = execFileSync(remite, ['help', 'merge-tags'], { encoding: 'utf8' })
  expect(guide).toBe(readFileSync('docs/guides/en/merge-tags.md', 'utf8'))
  expect(existsSync(join(folder, 'node_modules/undici'))).toBe(false)
})
