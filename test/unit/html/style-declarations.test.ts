import { expect, test } from 'vitest'
import { readDeclarations } from '../../../src/html/style-declarations.ts'

test('the declarations of a style attribute are read in order', () => {
  const style =
    'padding: 10px; mso-line-height-rule:exactly;;font-family:Arial, \'A;B\', "C" ; color'
  expect(Object.entries(readDeclarations(style))).toEqual([
    ['padding', '10px'],
    ['mso-line-height-rule', 'exactly'],
    ['font-family', 'Arial, \'A;B\', "C"'],
  ])
})

test('a semicolon inside a URL or a merge tag does not end a declaration', () => {
  const style =
    'background:url(data:image/png;base64,AA==);color:{{ a | default: "red;" }};width:1px'
  expect(readDeclarations(style)).toEqual({
    background: 'url(data:image/png;base64,AA==)',
    color: '{{ a | default: "red;" }}',
    width: '1px',
  })
})

test('a fallback for older mail clients stays before the newer value', () => {
  expect(readDeclarations('width:100%;width:600px')).toEqual({ width: ['100%', '600px'] })
})
