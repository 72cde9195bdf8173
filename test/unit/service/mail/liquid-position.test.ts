import { createRequire } from 'node:module'
import fc from 'fast-check'
import { Token } from 'liquidjs'
import { expect, test, vi } from 'vitest'
import { textEngine } from '../../../../src/service/mail/liquid.ts'

const original = loadLibraryAgain().Token.prototype.getPosition

/** Returns a second instance of the library, in which nothing is replaced. */
function loadLibraryAgain(): typeof import('liquidjs') {
  const require = createRequire(import.meta.url)
  const path = require.resolve('liquidjs')
  const loaded = require.cache[path]
  delete require.cache[path]
  const library = require(path)
  if (loaded) require.cache[path] = loaded
  return library
}

const lines = fc.array(fc.constantFrom('', 'Hola', '{{ nombre }}', ' {{ a }} y {{ b }}', '\r'))

test('the replaced search finds the positions that the library finds', () => {
  expect(Token.prototype.getPosition).not.toBe(original)
  fc.assert(
    fc.property(lines, fc.nat(), (lines, number) => {
      const source = lines.join('\n')
      const begin = number % (source.length + 1)
      const token: Pick<Token, 'input' | 'begin'> = { input: source, begin }
      const [ours, theirs] = [Token.prototype.getPosition, original].map((getPosition) =>
        getPosition.call(token as Token),
      )
      expect(ours).toEqual(theirs)
    }),
  )
})

test('the library uses the replaced search for the variables of a template', () => {
  const positions = vi.spyOn(Token.prototype, 'getPosition')
  const engine = textEngine()
  engine.globalVariablesSync(engine.parse('Hola\n{{ nombre }}\n  {{ city }}'))
  const found = positions.mock.results.map(({ value }) => value)
  expect(found).toEqual([
    [2, 4],
    [3, 6],
  ])
  positions.mockRestore()
})
