import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomToken } from '../../../core/ids.ts'
import type { ImageStorage } from './image-storage.ts'

/** Images in a folder of this machine, or one that several machines share. */
export function createFolder(address: string): ImageStorage {
  const folder = fileURLToPath(address)
  const pathOf = (name: string) => join(folder, name)
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = pathOf(`${name}.${randomToken(6)}.part`)
      await writeFile(temporary, content, { mode: 0o600, flush: true })
      await rename(temporary, pathOf(name))
    },
    async read(name) {
      const file = await open(pathOf(name))
      return file.createReadStream()
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
