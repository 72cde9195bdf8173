import { defineConfig } from 'rolldown'
import { editorFiles, editorPackages } from './scripts/editor-files.js'
import { notices } from './scripts/notices.js'
import { parsedTree } from './scripts/parsed-tree.js'
import { prerenderedHelp } from './scripts/prerendered-help.js'
import { slimUndici } from './scripts/slim-undici.js'

export default defineConfig([
  /** The program, as ESM chunks: a verb loads its own code when it runs. Native modules are not bundled. */
  {
    input: {
      main: 'src/cli/main.ts',
      'database-thread': 'src/service/database/database-thread.ts',
      'template-thread': 'src/service/template-thread.ts',
      'signing-thread': 'src/service/signing-thread.ts',
    },
    platform: 'node',
    external: ['@photostructure/sqlite', 'sharp', 'mjml', 'pg-native'],
    plugins: [parsedTree(), slimUndici(), notices(editorPackages)],
    // jq is CommonJS and asks for its folder, but reads nothing there: its WebAssembly is inlined.
    transform: { define: { __dirname: 'import.meta.dirname' } },
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // Names stay readable in stack traces. Comments and indentation would be parsed at every start.
      minify: { mangle: false, compress: false, codegen: true },
    },
  },
  /** Help and version for the launcher, in one file that does not load the program. */
  {
    input: { help: 'src/cli/help/prerendered.ts' },
    platform: 'node',
    plugins: [prerenderedHelp()],
    output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', minify: true },
  },
  /** The browser scripts of the visual editor's pages. */
  ...['page', 'watch'].map((name) => ({
    input: { [`editor-${name}`]: `src/cli/editor/page/${name === 'page' ? 'main' : name}.ts` },
    platform: 'browser',
    plugins: name === 'page' ? [editorFiles()] : [],
    output: { dir: 'dist', format: 'iife', entryFileNames: '[name].js', minify: true },
  })),
])
