import { defineConfig } from 'rolldown'
import { notices } from './scripts/notices.js'

/** Split ESM chunks: each verb loads what it uses, when it uses it. Native modules stay outside. */
export default defineConfig({
  input: {
    main: 'src/cli/main.ts',
    'reader-thread': 'src/service/database/reader-thread.ts',
  },
  platform: 'node',
  external: ['@photostructure/sqlite', 'pg-native'],
  plugins: [notices()],
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: false,
  },
})
