import { expect, test } from 'vitest'
import { createLinkFinder } from '../../../../src/cli/report/click-map.ts'

const placed = (...urls: string[]) => urls.map((url, position) => ({ url, position }))

test('the same address in two places is two links', () => {
  const find = createLinkFinder(
    placed('https://a.example', 'https://b.example', 'https://a.example'),
  )
  const order = ['https://a.example', 'https://b.example', 'https://a.example']
  expect(order.map((url) => find(url)?.position)).toEqual([0, 1, 2])
})

test('merge tags match what the message shows, and a loop repeats its link', () => {
  const find = createLinkFinder(
    placed('https://a.example/?c={{ ciudad }}&x=1', 'https://b.example'),
  )
  expect(find('https://a.example/?c=Lugo&x=1')?.position).toBe(0)
  expect(find('https://a.example/?c=Ourense&x=1')?.position).toBe(0)
  expect(find('https://other.example')).toBeUndefined()
  expect(find('https://b.example')?.position).toBe(1)
})
