import { afterAll, expect } from 'vitest'
import { isAlive } from '../../../src/config/host.ts'
import { newFolder } from '../folder.ts'
import { remiteIn } from './binary.ts'

export interface Started {
  url: string
  pid: number
  profile: string
  current: boolean
  username: string
  folder: string
}

/** A folder where the built program keeps its sandbox, which is killed after the tests of the file. */
export function sandboxFolder() {
  const started: number[] = []
  afterAll(() => {
    for (const pid of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  const folder = newFolder()
  const remite = remiteIn(folder)
  const json = async (...words: string[]) => {
    const ran = await remite([...words, '-o', 'json'])
    expect(ran.code, ran.stderr).toBe(0)
    return JSON.parse(ran.stdout)
  }
  const start = async (...flags: string[]): Promise<Started> => {
    const sandbox = await json('sandbox', 'start', ...flags)
    started.push(sandbox.pid)
    return sandbox
  }
  const lists = async (): Promise<string[]> =>
    (await json('lists', 'list')).data.map(({ name }: { name: string }) => name)
  return { folder, remite, json, start, lists }
}
