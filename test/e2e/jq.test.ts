import { expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { remiteIn } from '../support/processes/binary.ts'

test('the built program includes jq and keeps its exit code', async () => {
  const remite = remiteIn(newFolder())
  const keys = await remite(['config', 'list', '--jq', '.data[].key | select(test("^lang"))'])
  expect(keys).toEqual({ code: 0, stdout: 'language\n', stderr: '' })
  expect(await remite(['config', 'list', '--jq', '.data |'])).toMatchObject({ code: 2, stdout: '' })
  expect(await remite(['config', 'list', '--jq', '.data.key'])).toMatchObject({ code: 1 })
})
