import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

test.skipIf(process.platform === 'win32')(
  'SIGHUP reads the settings again, applies what can be applied, and ends nothing',
  async () => {
    const folder = newFolder()
    const file = join(folder, 'remite.json')
    const write = (settings: object) => writeFileSync(file, JSON.stringify(settings))
    write({ 'relay-rate': 5, 'log-level': 'info' })
    const service = await startServiceProcess({
      ...{ folder, smtpUrl: 'smtp://127.0.0.1:9', port: await freePort() },
      flags: ['--config', file],
    })
    const logged = () =>
      service.lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    const lineAbout = (event: string) => logged().filter((line) => line.event === event)
    try {
      write({ 'relay-rate': 50, 'max-bounce-rate': 3, 'trusted-proxies': 1 })
      process.kill(service.pid, 'SIGHUP')
      await waitFor(() => lineAbout('settings read again').length > 0)
      expect(lineAbout('settings read again')[0]).toMatchObject({
        level: 'info',
        changed: 'relay-rate log-level max-bounce-rate',
        needs_restart: 'trusted-proxies',
      })

      write({ 'relay-rate': 'much' })
      process.kill(service.pid, 'SIGHUP')
      await waitFor(() => lineAbout('the settings stay as they were').length > 0)
      expect(lineAbout('the settings stay as they were')[0]).toMatchObject({
        wrong: `${file}: relay-rate: bad_number`,
      })
      expect((await fetch(new URL('/health', service.url))).status).toBe(200)

      write({ 'log-level': 'error' })
      process.kill(service.pid, 'SIGHUP')
      await waitFor(() => lineAbout('settings read again').length === 2)
      expect(await service.stop()).toBe(0)
      expect(lineAbout('stopped')).toEqual([])
      expect(service.lines.filter((line) => !line.startsWith('{'))).toEqual([])
    } finally {
      await service.kill()
    }
  },
)

test.skipIf(process.platform === 'win32')(
  'a SIGHUP while the service starts does not end it, and is followed when it has started',
  async () => {
    const folder = newFolder()
    const file = join(folder, 'remite.json')
    writeFileSync(file, JSON.stringify({ 'relay-rate': 5 }))
    const service = await startServiceProcess({
      ...{ folder, smtpUrl: 'smtp://127.0.0.1:9', port: await freePort() },
      flags: ['--config', file],
      onFirstLine(pid) {
        writeFileSync(file, JSON.stringify({ 'relay-rate': 50 }))
        process.kill(pid, 'SIGHUP')
      },
    })
    try {
      await waitFor(() => service.lines.some((line) => line.includes('settings read again')))
      expect((await fetch(new URL('/health', service.url))).status).toBe(200)
    } finally {
      await service.kill()
    }
  },
)
