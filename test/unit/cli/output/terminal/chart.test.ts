import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawBar, drawSparkline } from '../../../../../src/cli/output/terminal/chart.ts'

test('a sparkline with one cell per value shows every value', () => {
  expect(drawSparkline([0, 1, 2, 3, 4, 5, 6, 7], { width: 80, unicode: true })).toBe('▁▂▃▄▅▆▇█')
  expect(drawSparkline([0, 1, 2, 3, 4, 5, 6, 7], { width: 80, unicode: false })).toBe('_.:-=+*#')
})

test('a sparkline with more values than cells keeps the peak', () => {
  const values = Array.from({ length: 1000 }, (_, index) => (index === 503 ? 100 : 1))
  const line = drawSparkline(values, { width: 20, unicode: true })
  expect(line).toHaveLength(20)
  expect(line).toContain('█')
})

test('a sparkline of zeros is flat', () => {
  expect(drawSparkline([0, 0, 0], { width: 80, unicode: true })).toBe('▁▁▁')
})

test('a sparkline never exceeds its width, and a higher value is never drawn lower', () => {
  const steps = '▁▂▃▄▅▆▇█'
  fc.assert(
    fc.property(
      fc.array(fc.nat(1e9), { minLength: 1 }),
      fc.integer({ min: 1, max: 80 }),
      (values, width) => {
        const line = drawSparkline(values, { width, unicode: true })
        expect(line.length).toBe(Math.min(values.length, width))
        if (values.length > width) return
        for (const [one, left] of values.entries()) {
          for (const [other, right] of values.entries()) {
            if (left > right) {
              expect(steps.indexOf(line[one] ?? '')).toBeGreaterThanOrEqual(
                steps.indexOf(line[other] ?? ''),
              )
            }
          }
        }
      },
    ),
  )
})

test('a bar is proportional to its share, visible if small, and never exceeds its width', () => {
  expect(drawBar(0.5, 10, true)).toBe('█████')
  expect(drawBar(0.56, 10, true)).toBe('█████▋')
  expect(drawBar(1e-9, 10, true)).toBe('▏')
  expect(drawBar(1e-9, 10, false)).toBe('#')
  expect(drawBar(0, 10, true)).toBe('')
  expect(drawBar(7, 10, true)).toBe('██████████')
})
