import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLockFile } from '../src/service/database/sqlite.ts'
import { filesIn } from './support/source/source-files.ts'

const page = readFileSync('docs/security.md', 'utf8')
const advisories = readFileSync('docs/advisories.md', 'utf8')
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
/** The build lists the packages whose code it contains. */
const notices = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8')
const licensed = [...notices.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \(/gm)]
const licensedPackages = new Set(licensed.map(([, name]) => name))
const bundledVersions = licensed.map(([, name, version]) => `${name} ${version}`)

const code = filesIn('src').map((path) => readFileSync(path, 'utf8'))
/** Whether the build contains the package. One that only re-exports others leaves no code there. */
const isInside = (name: string): boolean =>
  licensedPackages.has(name) || code.some((text) => text.includes(` from '${name}'`))

/** The rows of the package table: names, reason, what each package reads. */
const rows = section('## What is inside')
  .split('\n')
  .filter((line) => /^\| (?!package \|)/.test(line))
  .map((line) => line.slice(1, -1).split('|'))
  .map((cells) => cells.map((cell) => cell.trim()))

const namedPackages = rows.flatMap(([names = '']) => names.split(', '))

function section(title: string): string {
  const from = page.indexOf(`${title}\n`)
  return page.slice(from, page.indexOf('\n### ', from))
}

test('every package that is installed or bundled stands on the page about security, and no other', () => {
  const bundled = Object.keys(devDependencies).filter(isInside)
  const shipped = [...Object.keys(dependencies), ...bundled]
  expect(shipped.length).toBeGreaterThan(20)
  expect(namedPackages.toSorted()).toEqual(shipped.toSorted())
})

test('every package there has its reason and what it reads', () => {
  for (const cells of rows) {
    expect([cells[0], cells.length]).toEqual([cells[0], 3])
    for (const cell of cells) expect([cells[0], cell.length]).not.toEqual([cells[0], 0])
  }
})

test('every version that is installed or bundled has been compared with advisories, and no other', () => {
  const shipped = [...bundledVersions, ...installedVersions()]
  const compared = comparedVersions()
  expect(shipped.length).toBeGreaterThan(100)
  expect(shipped.filter((version) => !compared.includes(version))).toEqual([])
  expect(compared.filter((version) => !shipped.includes(version))).toEqual([])
})

test('the SQLite that the page compares is the one inside the package', () => {
  const [, compared] = /SQLite (\S+) inside:/.exec(advisories) ?? []
  const file = openLockFile(':memory:')
  const inside = file.select('select sqlite_version() as version')
  file.close()
  expect(inside).toEqual({ version: compared })
})

test('both pages name the day of the comparison', () => {
  const [, day = ''] = /^Compared on (\d{4}-\d{2}-\d{2}),/m.exec(advisories) ?? []
  expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
  expect(section('### Advisories')).toContain(`On ${day} every package`)
})

/** The packages that npm installs beside ours. */
function installedVersions(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return Object.entries<{ version: string; dev?: boolean }>(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.slice('node_modules/'.length)} ${version}`)
}

/** The versions in the tables, and in the list of packages without advisories. */
function comparedVersions(): string[] {
  const [tables = '', list = ''] = advisories.split('## Searched, nothing found')
  const rows = [...tables.matchAll(/^\| (\S+) \| (\d[^|]*) \|/gm)]
  const listed = list.replace(/\s+/g, ' ').trim().replace(/\.$/, '').split(', ')
  return [
    ...rows.flatMap(([, name, versions = '']) =>
      versions.split(', ').map((version) => `${name} ${version}`),
    ),
    ...listed,
  ]
}
