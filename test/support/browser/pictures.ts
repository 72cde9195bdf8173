import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** Whether tests write the pictures of docs/screenshots that they can make. */
export const updatesPictures = process.env.UPDATE_PICTURES !== undefined

/** Writes the whole page in a window to docs/screenshots. */
export async function savePicture(page: Page, name: string, width: number): Promise<void> {
  await sharp(await page.screenshot({ fullPage: true }))
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80, effort: 6 })
    .toFile(`docs/screenshots/${name}.webp`)
}
