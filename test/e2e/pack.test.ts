import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../src/cli/version.ts'
import { newFolder } from '../support/folder.ts'
import { readSources } from '../support/source-files.ts'

/** The registry answers slowly now and then. */
const installMs = 120_000

/** Without our own `prepack`, which builds anew: the other tests are running from the build. */
const npm = (folder: string, ...words: string[]): string =>
  execFileSync('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const pack = (...words: string[]): { filename: string; files: { path: string }[] } =>
  JSON.parse(npm('.', 'pack', '--json', ...words))[0]

test('the tarball holds what is run and read, and nothing else', () => {
  const paths = pack('--dry-run').files.map(({ path }) => path)
  const others = paths.filter(
    (path) => !/^(dist\/([\w-]+\.(c?js|css)|help-[\w-]+\.txt)|completions\/.+)$/.test(path),
  )
  expect(others.sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin/package.json',
    'bin/remite.js',
    'dist/THIRD-PARTY-LICENSES.txt',
    'man/remite.1',
    'package.json',
  ])
  expect(paths).toEqual(expect.arrayContaining(['dist/main.js', 'dist/database-thread.js']))
})

test('the licence of every package that is bundled lies beside the bundle', () => {
  const notices = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8')
  const imports = readSources('src').flatMap((file) => file.imports)
  const packages = imports.filter(
    ({ to, isOurs, isType }) => !isOurs && !isType && !to.startsWith('node:'),
  )
  const bundled = new Set(packages.map(({ to }) => to))
  bundled.delete('@photostructure/sqlite') // installed beside us, with a licence of its own
  bundled.delete('mjml') // its operator's own to install
  bundled.delete('@inquirer/prompts') // holds nothing but references to packages that are named
  expect([...bundled].filter((name) => !notices.includes(`\n${name} `))).toEqual([])
})

test('installed into an empty folder, with scripts ignored, it runs', {
  timeout: installMs,
}, () => {
  const folder = newFolder()
  const { filename } = pack('--pack-destination', folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  npm(folder, 'install', join(folder, filename))
  const remite = join(folder, 'node_modules/.bin/remite')
  expect(execFileSync(remite, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
  expect(existsSync(join(folder, 'node_modules/undici'))).toBe(false)
})
