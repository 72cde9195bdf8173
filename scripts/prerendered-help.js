import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Renders every help page with the program's own code and adds the pages to the bundle. */
export const prerenderedHelp = () => ({
  name: 'prerendered-help',
  async generateBundle() {
    const { rolldown } = await import('rolldown')
    const folder = join('node_modules/.cache', `prerender-${process.pid}`)
    try {
      const bundle = await rolldown({
        input: { prerender: 'src/cli/help/prerender.ts' },
        platform: 'node',
      })
      await bundle.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs' })
      const { prerenderPages } = createRequire(import.meta.url)(
        join(process.cwd(), folder, 'prerender.cjs'),
      )
      for (const { name, text } of prerenderPages()) {
        this.emitFile({ type: 'asset', fileName: name, source: text })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
