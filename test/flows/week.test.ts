import { expect, test } from 'vitest'
import { readScreens, updatesScreens, writeScreens } from '../support/screens/golden.ts'
import { playWeek } from '../support/week/week.ts'

// The other languages and widths are in the slow suite.
test('a marketer sees the screens of the week that were read and found right', async () => {
  const folder = 'test/flows/screens/es/80'
  const screens = await playWeek({ language: 'es', columns: 80 })
  if (updatesScreens()) writeScreens(folder, screens)
  expect(screens).toEqual(readScreens(folder))
})
