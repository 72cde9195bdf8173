import { expect, test } from 'vitest'
import { canBeSignalled, stopSignals } from '../../../../src/cli/host/stop-signals.ts'

test('Ctrl-C and a system that ends stop a run on every platform', () => {
  expect(stopSignals('linux')).toEqual({ SIGINT: 'SIGINT', SIGTERM: 'SIGTERM' })
  expect(stopSignals('darwin')).toEqual(stopSignals('linux'))
  expect(stopSignals('win32')).toEqual({ SIGINT: 'SIGINT', SIGBREAK: 'SIGINT', SIGHUP: 'SIGTERM' })
})

test('a process of Windows cannot be asked to stop by a signal', () => {
  expect([canBeSignalled('linux'), canBeSignalled('win32')]).toEqual([true, false])
})
