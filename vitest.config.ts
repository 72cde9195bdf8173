import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/whole-run.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half of the time a test waits, for a clock, a process or a disk: one worker less would idle.
    maxWorkers: 2,
    // A shared machine may stop for seconds in the middle of a test; what is really broken fails twice.
    retry: process.env.CI ? 1 : 0,
  },
})
