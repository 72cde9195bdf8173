import { expect, test } from 'vitest'
import { contrastOf, normalColor, readableOn, textOn } from '../../../src/html/color.ts'

test('a colour has six digits', () => {
  expect([normalColor('#FA0'), normalColor('#0B57D0')]).toEqual(['#ffaa00', '#0b57d0'])
})

test('the contrast is that of WCAG', () => {
  expect(contrastOf('#000', '#fff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#0b57d0', '#0b57d0')).toBe(1)
})

/** 729 colours: every 32nd value of each channel. */
const steps = [...Array.from({ length: 8 }, (_, at) => at * 32), 255]
const hex = (value: number) => value.toString(16).padStart(2, '0')
const colors = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)),
)

test('the text of a button is readable on every colour', () => {
  expect(colors.filter((color) => contrastOf(color, textOn(color)) < 4.5)).toEqual([])
  expect([textOn('#0b57d0'), textOn('#ffd400'), textOn('#ff6600')]).toEqual([
    '#ffffff',
    '#000000',
    '#000000',
  ])
})

test.each([
  ['light', ['#ffffff', '#f4f5f7']],
  ['dark', ['#1b1f24', '#101317']],
])('every colour has a shade that is readable on a %s page', (_, backgrounds) => {
  const wrong = colors.filter((color) => {
    const shade = readableOn(color, backgrounds)
    return backgrounds.some((background) => contrastOf(shade, background) < 4.5)
  })
  expect(wrong).toEqual([])
})

test('a readable colour stays as it is', () => {
  expect(readableOn('#0b57d0', ['#ffffff', '#f4f5f7'])).toBe('#0b57d0')
  expect(readableOn('#ffd400', ['#1b1f24', '#101317'])).toBe('#ffd400')
})
