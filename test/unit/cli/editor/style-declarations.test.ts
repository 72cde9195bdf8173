import { expect, test } from 'vitest'
import { readDeclarations } from '../../../../src/cli/editor/style-declarations.ts'

test('each declaration of a style attribute is read, in its order', () => {
  const style =
    'padding: 10px; mso-line-height-rule:exactly;;font-family:Arial, \'A;B\', "C" ; color'
  expect(Object.entries(readDeclarations(style))).toEqual([
    ['padding', '10px'],
    ['mso-line-height-rule', 'exactly'],
    ['font-family', 'Arial, \'A;B\', "C"'],
  ])
})

test('a semicolon within an address or a merge tag ends no declaration', () => {
  const style =
    'background:url(data:image/png;base64,AA==);color:{{ a | default: "red;" }};width:1px'
  expect(readDeclarations(style)).toEqual({
    background: 'url(data:image/png;base64,AA==)',
    color: '{{ a | default: "red;" }}',
    width: '1px',
  })
})

test('a value for older mail programs stays before the one for newer', () => {
  expect(readDeclarations('width:100%;width:600px')).toEqual({ width: ['100%', '600px'] })
})
