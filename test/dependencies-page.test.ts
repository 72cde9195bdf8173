import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesIn } from './support/source/source-files.ts'

const page = readFileSync('docs/security.md', 'utf8')
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
/** The build lists the packages whose code it contains. */
const notices = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8')
const licensedPackages = new Set(
  [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name]) => name),
)

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

test('the page says on which day nobody answered about advisories, and that none were compared', () => {
  const advisories = page.slice(page.indexOf('### Advisories')).replace(/\s+/g, ' ')
  const [, day = ''] =
    /^### Advisories On (\d{4}-\d{2}-\d{2}) `npm audit` got no answer/.exec(advisories) ?? []
  expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
  expect(advisories).toMatch(/no list of advisories has been compared/)
  expect(advisories).toContain('does not claim that there are none')
})
