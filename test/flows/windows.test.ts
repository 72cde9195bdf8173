import { expect, test } from 'vitest'
import { remiteOnWindows } from '../support/processes/remite-on-windows.ts'

test('doctor says how to protect sessions outside the user folder, as Windows has no file modes', async () => {
  const remite = remiteOnWindows({ REMITE_CONFIG_DIR: 'D:\\remite', USERNAME: 'ana' })
  const { stdout } = await remite('doctor', '-o', 'json')
  const findings: { check: string }[] = JSON.parse(stdout).data
  expect(findings.filter(({ check }) => check === 'files')).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: expect.stringContaining(
        'icacls "D:\\remite" /inheritance:r /grant:r "ana:(OI)(CI)F"',
      ),
    }),
  ])
})
