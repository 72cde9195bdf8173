import type { Readable } from 'node:stream'

/** A place outside of the database for the bytes of images. */
export interface ImageStorage {
  write(name: string, content: Buffer, type: string): Promise<void>
  /** Throws if there is no such image, or the place cannot be reached. */
  read(name: string): Promise<Readable>
  /** Does nothing if there is no such image. */
  remove(name: string): Promise<void>
}
