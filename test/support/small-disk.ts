import { spawnSync } from 'node:child_process'
import { newFolder } from './folder.ts'

export interface SmallDisk {
  folder: string
  /** Makes room. */
  grow(): void
  /** Nothing can be written from here on. */
  freeze(): void
  release(): void
}

export const noMounts = 'only root may mount a small disk, and not in every container'

/** A file system in memory of this size (`1m`); undefined where nothing may be mounted. */
export function mountSmallDisk(size: string): SmallDisk | undefined {
  const folder = newFolder()
  const mount = (options: string) => run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (!mount(`size=${size}`)) return undefined
  return {
    folder,
    grow: () => mount('remount,size=64m'),
    freeze: () => mount('remount,ro'),
    release: () => run('umount', [folder]) || run('umount', ['--lazy', folder]),
  }
}

const run = (program: string, words: readonly string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0
