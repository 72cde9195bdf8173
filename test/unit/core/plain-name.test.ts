import { expect, test } from 'vitest'
import { plainName } from '../../../src/core/plain-name.ts'

test('a name without links stays as it is', () => {
  const names = [
    'Noticias de La Tienda',
    'Año 2024-2025, edición 3.ª',
    '12 Monos & Co. (Madrid)',
    '日本語のニュース',
    'Ofertas: hasta 50 %',
    'Más de 5.000 a las 10:30, 24/7. Y más',
    'Vinos García S.L. y Hermanos, S.A.U.',
  ]
  for (const name of names) expect(plainName(name)).toBe(name)
})

test('what mail clients turn into links is no link any more', () => {
  const cases: [string, string][] = [
    ['Booking.com', 'Booking·com'],
    ['https://evil.example/a?b=1', 'https·evil·example/a?b=1'],
    ['http://192.0.2.1/', 'http·192·0·2·1/'],
    ['mailto:me', 'mailto·me'],
    ['mail me@evil.example', 'mail me·evil·example'],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil·example'],
    ['evil。example', 'evil·example'],
    ['t.co/x, a.b.example', 't·co/x, a.b·example'],
    ['call +34 600 123 456 now', 'call … now'],
    ['call (555) 123-4567', 'call …'],
    ['two\r\nlines\u202e\u200b', 'two lines'],
  ]
  for (const [name, plain] of cases) expect(plainName(name)).toBe(plain)
})

test('a name has at most 60 characters, and none is cut in half', () => {
  expect([...plainName('😀'.repeat(255))]).toHaveLength(60)
  expect(plainName(`${'x'.repeat(59)} y`)).toBe(`${'x'.repeat(59)}…`)
  expect(plainName('x'.repeat(60))).toBe('x'.repeat(60))
})

test('a long hostile name takes no time', () => {
  for (const text of ['1 ', '.', '@.', '(', '+1-']) {
    const start = performance.now()
    plainName(text.repeat(100_000))
    expect(performance.now() - start).toBeLessThan(1000)
  }
})
