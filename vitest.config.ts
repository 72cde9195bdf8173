import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { FileTimes } from './test/support/file-times.ts'

/** Slow tests run only if an argument names them, for example `slow` or a path. */
const isSlowNamed = process.argv.slice(2).some((argument) => argument.includes('slow'))

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: isSlowNamed ? [] : ['test/**/*.slow.test.ts'],
    globalSetup: ['test/support/run-folder.ts'],
    reporters: ['default', new FileTimes()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Importing the service takes longer than most test files run, so a worker does it once.
    isolate: false,
    // Tests wait for clocks, processes and disks, so two workers leave two cores idle.
    maxWorkers: Math.max(3, availableParallelism()),
  },
})
