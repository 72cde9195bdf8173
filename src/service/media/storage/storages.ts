import type { Clock } from '../../../core/clock.ts'
import type { MediaSettings } from '../../service.ts'
import { createFolder } from './folder.ts'
import type { ImageStorage } from './image-storage.ts'
import { createBucket } from './s3.ts'

/** Opens the place with an address, such as `s3://bucket/prefix`. Addresses contain no credentials. */
type OpenStorage = (address: string) => ImageStorage

export function createStorages(
  { credentials }: MediaSettings,
  clock: Pick<Clock, 'now'>,
): OpenStorage {
  const opened = new Map<string, ImageStorage>()
  return (address) => {
    const known = opened.get(address)
    if (known) return known
    const storage = address.startsWith('file:')
      ? createFolder(address)
      : createBucket(address, { credentials, clock })
    opened.set(address, storage)
    return storage
  }
}
