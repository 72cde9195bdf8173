import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFile } from '../../../../src/service/database/file-lock.ts'
import { newFolder } from '../../../support/folder.ts'

const newDatabase = () => join(newFolder(), 'remite.db')

test('the lock contains the process id, and its release deletes it', () => {
  const database = newDatabase()
  const release = lockFile(database)
  expect(readFileSync(`${database}.lock`, 'utf8')).toBe(String(process.pid))
  release()
  expect(existsSync(`${database}.lock`)).toBe(false)
})

test('the lock of a living process is respected', () => {
  const database = newDatabase()
  writeFileSync(`${database}.lock`, String(process.ppid))
  expect(() => lockFile(database)).toThrow(expect.objectContaining({ code: 'database_in_use' }))
})

test('the lock of a dead process and an empty lock are taken over', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  for (const left of [String(pid), '']) {
    const database = newDatabase()
    writeFileSync(`${database}.lock`, left)
    lockFile(database)()
    expect(existsSync(`${database}.lock`)).toBe(false)
  }
})
