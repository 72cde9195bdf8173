import { expect, test } from 'vitest'
import { pixel, pixelHeaders, pixelTag } from '../../../../src/service/tracking/pixel.ts'

test('the pixel is a transparent GIF of 43 bytes that is not cached', () => {
  expect(pixel).toHaveLength(43)
  expect(pixel.subarray(0, 6).toString('latin1')).toBe('GIF89a')
  expect([pixel.readUInt16LE(6), pixel.readUInt16LE(8)]).toEqual([1, 1])
  const control = pixel.indexOf(Buffer.from([0x21, 0xf9, 0x04]))
  expect((pixel[control + 3] ?? 0) & 1).toBe(1)
  expect(pixel.at(-1)).toBe(0x3b)
  expect(pixelHeaders).toMatchObject({ 'content-length': '43', 'cache-control': 'no-store' })
})

test('screen readers ignore its tag', () => {
  expect(pixelTag('{{ open_url }}')).toContain('src="{{ open_url }}" width="1" height="1" alt=""')
})
