import { expect, test } from 'vitest'
import { readEnvironment } from '../../../src/config/env.ts'
import { openProfiles } from '../../../src/config/profiles.ts'
import { findToken } from '../../../src/config/token.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { newFolder } from '../../support/folder.ts'

const apiUrl = 'https://mail.example.org/v3/api'

async function openWithSession() {
  const folder = newFolder()
  const profiles = openProfiles({ folder, clock: systemClock })
  await profiles.saveSession('main', { token: 'stored', apiUrl, remembered: true })
  return { profiles, profile: 'main', apiUrl }
}

test('REMITE_TOKEN overrides the stored token and is sent to any server', async () => {
  const environment = readEnvironment({ REMITE_TOKEN: 'given' })
  const world = { ...(await openWithSession()), environment }
  const given = { value: 'given', source: { from: 'environment', name: 'REMITE_TOKEN' } }
  expect(findToken(world)).toEqual(given)
  expect(findToken({ ...world, apiUrl: 'https://other.example' })).toEqual(given)
  expect(findToken({ ...world, profile: 'nobody' })).toEqual(given)
})

test('the stored token includes its profile and session', async () => {
  const world = { ...(await openWithSession()), environment: readEnvironment({}) }
  expect(findToken(world)).toMatchObject({
    value: 'stored',
    source: { from: 'profile', name: 'main' },
    session: { remembered: true, apiUrl },
  })
  expect(findToken({ ...world, profile: 'nobody' })).toBeUndefined()
})

test('the stored token is not used for another origin', async () => {
  const world = { ...(await openWithSession()), environment: readEnvironment({}) }
  expect(() => findToken({ ...world, apiUrl: 'https://other.example/v3/api' })).toThrow(
    expect.objectContaining({
      code: 'other_origin',
      details: {
        values: {
          name: 'main',
          origin: 'https://mail.example.org',
          asked: 'https://other.example',
        },
      },
    }),
  )
})
