import { hourMs, minuteMs } from '../../core/time.ts'
import type { Service } from '../service.ts'
import { cancelRemoval, planRemoval, type Removal, selectDueRemovals } from './removals-store.ts'
import { createStorages } from './storage/storages.ts'

type Remover = Pick<Service, 'db' | 'clock' | 'log' | 'settings'>

const atOnce = 50
const maxDelayMs = 24 * hourMs

/** Deletes the bytes of deleted images outside of the database. */
export async function removeImageBytes(service: Remover, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await selectDueRemovals(service.db, service.clock.now(), atOnce)
    for (const removal of due) {
      if (signal?.aborted) return
      await removeBytes(service, removal)
    }
    if (due.length < atOnce) return
  }
}

/** Deletes the bytes of one image, or plans another attempt: the storage may be away. */
export async function removeBytes(
  { db, clock, log, settings }: Remover,
  { attempts, ...bytes }: Removal,
): Promise<void> {
  const open = createStorages(settings.media ?? {}, clock)
  try {
    await open(bytes.stored_in).remove(bytes.name)
    await cancelRemoval(db, bytes)
  } catch (error) {
    log.error('the bytes of a deleted image stay for now', error, { image: bytes.name })
    const delayMs = Math.min(maxDelayMs, minuteMs * 2 ** attempts)
    await planRemoval(db, bytes, { removeAt: clock.now() + delayMs, attempts: attempts + 1 })
  }
}
