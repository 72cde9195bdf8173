import { expect, test } from 'vitest'
import { chooseColor, loadPalette, plainPalette } from '../../../../src/cli/output/color.ts'

const choose = (env: object, isTerminal: boolean, choice: 'auto' | 'always' | 'never' = 'auto') =>
  chooseColor(choice, { env, isTerminal })

test('output is colored in a terminal and plain in a pipe', () => {
  expect(choose({}, true)).toBe(true)
  expect(choose({}, false)).toBe(false)
})

test('NO_COLOR and a dumb terminal disable color, an empty NO_COLOR does not', () => {
  expect(choose({ NO_COLOR: '1' }, true)).toBe(false)
  expect(choose({ NO_COLOR: '' }, true)).toBe(true)
  expect(choose({ TERM: 'dumb' }, true)).toBe(false)
})

test('FORCE_COLOR enables color in a pipe, and 0 or false disables it', () => {
  expect(choose({ FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true)
  expect(choose({ FORCE_COLOR: '0' }, true)).toBe(false)
  expect(choose({ FORCE_COLOR: 'false' }, true)).toBe(false)
})

test('the flag overrides the environment', () => {
  expect(choose({ NO_COLOR: '1' }, false, 'always')).toBe(true)
  expect(choose({ FORCE_COLOR: '1' }, true, 'never')).toBe(false)
})

test('the palette follows the chosen setting, not the detection of the library', async () => {
  expect((await loadPalette(true)).error('x')).toMatch(/^\x1b\[.*x/)
  expect(await loadPalette(false)).toBe(plainPalette)
})
