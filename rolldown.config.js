import { defineConfig } from 'rolldown'
import { drawnPages } from './scripts/drawn-pages.js'
import { editorFiles, editorPackages } from './scripts/editor-files.js'
import { notices } from './scripts/notices.js'
import { parsedTree } from './scripts/parsed-tree.js'
import { slimUndici } from './scripts/slim-undici.js'

export default defineConfig([
  /** Split ESM chunks: each verb loads what it uses, when it uses it. Native modules stay outside. */
  {
    input: {
      main: 'src/cli/main.ts',
      'database-thread': 'src/service/database/database-thread.ts',
    },
    platform: 'node',
    external: ['@photostructure/sqlite', 'mjml', 'pg-native'],
    plugins: [parsedTree(), slimUndici(), notices(editorPackages)],
    // jq, which is CommonJS, asks for its folder and reads nothing there: its machine code is inlined.
    transform: { define: { __dirname: 'import.meta.dirname' } },
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // Names stay, for whoever reads a stack; comments and indentation would be read at every start.
      minify: { mangle: false, compress: false, codegen: true },
    },
  },
  /** What the launcher asks first, in one file: help and version, without the program. */
  {
    input: { help: 'src/cli/help/drawn.ts' },
    platform: 'node',
    plugins: [drawnPages()],
    output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', minify: true },
  },
  /** The scripts of the visual editor's pages, for the browser. */
  ...['page', 'watch'].map((name) => ({
    input: { [`editor-${name}`]: `src/cli/editor/page/${name === 'page' ? 'main' : name}.ts` },
    platform: 'browser',
    plugins: name === 'page' ? [editorFiles()] : [],
    output: { dir: 'dist', format: 'iife', entryFileNames: '[name].js', minify: true },
  })),
])
