import { spawnSync } from 'node:child_process'
import { newFolder } from '../folder.ts'

export interface SmallDisk {
  folder: string
  /** Increases the size to 64 MB. */
  grow(): void
  /** Makes the disk read-only. */
  freeze(): void
  release(): void
}

export const cannotMount = 'only root may mount a small disk, and not in every container'

/** Mounts a memory file system of this size (`1m`). Returns undefined if the process may not mount. */
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

const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0
