import { expect, test } from 'vitest'
import { readScreens, updatesScreens, writeScreens } from '../support/screens/golden.ts'
import { playWeek } from '../support/week/week.ts'

test.each([
  ['en', 80],
  ['en', 40],
  ['es', 40],
] as const)(
  'the screens in %s on %i columns are those that were read and found right',
  async (language, columns) => {
    const folder = `test/flows/screens/${language}/${columns}`
    const screens = await playWeek({ language, columns })
    if (updatesScreens()) writeScreens(folder, screens)
    expect(screens).toEqual(readScreens(folder))
  },
)
