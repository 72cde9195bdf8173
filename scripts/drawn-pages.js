import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Draws all pages of help with the program's own code, and puts them beside it. */
export const drawnPages = () => ({
  name: 'drawn-pages',
  async generateBundle() {
    const { rolldown } = await import('rolldown')
    const folder = join('node_modules/.cache', `draw-${process.pid}`)
    try {
      const bundle = await rolldown({ input: { draw: 'src/cli/help/draw.ts' }, platform: 'node' })
      await bundle.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs' })
      const { drawPages } = createRequire(import.meta.url)(join(process.cwd(), folder, 'draw.cjs'))
      for (const { name, text } of drawPages()) {
        this.emitFile({ type: 'asset', fileName: name, source: text })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
