import { expect, test } from 'vitest'
import { createLiveScreen } from '../../../../src/cli/campaigns/live-screen.ts'
import type { Context } from '../../../../src/cli/context/context.ts'
import { loadMessages } from '../../../../src/messages/index.ts'
import { waitFor } from '../../../support/wait.ts'
import { openOutput } from '../output/collect.ts'

const view = {
  fields: ['sent', 'opens', 'clicks', 'bounces'].map((field) => ({ field, header: field })),
}

async function liveScreen() {
  const size = { columns: 40, rows: 20 }
  const { output, stdout } = openOutput({ columns: () => size.columns })
  Object.defineProperties(stdout, {
    columns: { get: () => size.columns },
    rows: { get: () => size.rows },
  })
  const host = { stdout, clock: { now: () => 0 } }
  const context = { host, output, messages: await loadMessages('en') } as unknown as Context
  const screen = createLiveScreen<Record<string, number>>(context, view)
  const frames = () => stdout.text.split('\x1b[H').slice(1)
  return { size, stdout, screen, frames }
}

test('a new size of the terminal redraws the same figures', async () => {
  const { size, stdout, screen, frames } = await liveScreen()
  await screen.draw({ sent: 40, opens: 7, clicks: 3, bounces: 1 })
  expect(frames()[0]).toContain('bounces')
  size.rows = 4
  stdout.emit('resize')
  await waitFor(() => frames().length === 2)
  expect(frames()[1]?.split('\n').length).toBe(4)
  expect(frames()[1]).not.toContain('bounces')
  expect(frames()[1]).toContain('more lines')
  screen.close()
})

test('nothing is drawn after the end', async () => {
  const { stdout, screen, frames } = await liveScreen()
  await screen.draw({ sent: 40 })
  screen.close()
  expect(stdout.listenerCount('resize')).toBe(0)
  await screen.draw({ sent: 41 })
  expect(frames()).toHaveLength(1)
})

test('a line that is longer than the terminal is cut instead of wrapped', async () => {
  const { size, screen, frames } = await liveScreen()
  size.columns = 20
  await screen.draw({ sent: 40 })
  const lines = (frames()[0] ?? '').replaceAll(/\x1b\[\w/g, '').split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(20)
  screen.close()
})
