import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
// @ts-expect-error JavaScript without types: the build runs it on Node 20
import { slimUndici } from '../../../scripts/slim-undici.js'
import { readSources } from '../../support/source/source-files.ts'

const require = createRequire(import.meta.url)
const indexPath = require.resolve('undici')
const requireInside = createRequire(indexPath)

/** The index that the bundle gets instead of the library's. */
function slimIndex(): Record<string, unknown> {
  const exports = {}
  const run = new Function('require', 'exports', slimUndici().load.handler().code)
  run(requireInside, exports)
  return exports as Record<string, unknown>
}

test('the plugin replaces the file that undici is loaded from', () => {
  expect(indexPath).toMatch(slimUndici().load.filter.id)
})

test('the slim index has every value that src imports, and the classes are those of the full index', () => {
  const full = require('undici')
  const slim = slimIndex()
  const names = readSources('src').flatMap(({ imports }) =>
    imports
      .filter(({ to }) => to === 'undici')
      .flatMap(({ names }) => names.map(({ exported }) => exported)),
  )
  const values = new Set(names.filter((name) => name !== 'Dispatcher' && name in full))
  expect([...values].sort()).toEqual(Object.keys(slim).sort())
  expect(slim.Agent).toBe(full.Agent)
  expect(slim.EnvHttpProxyAgent).toBe(full.EnvHttpProxyAgent)
})

test('the full index still installs the methods of a dispatcher as the slim one does', () => {
  const source = readFileSync(indexPath, 'utf8')
  expect(source).toContain("const api = require('./lib/api')")
  expect(source).toContain('\nObject.assign(Dispatcher.prototype, api)\n')
})

test('the version of undici is exact', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(devDependencies.undici).toBe(require('undici/package.json').version)
})
