import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/whole-run.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half of the time a test waits, for a clock, a process or a disk: one worker less would idle.
    maxWorkers: 2,
  },
})
