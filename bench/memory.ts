import { execFile } from 'node:child_process'

/** What a process holds in memory, in MB; 0 when it has ended. */
export const residentMb = (pid: number): Promise<number> =>
  new Promise((resolve) => {
    // It fails when there is no such process.
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_, stdout) => {
      resolve(Math.round(Number(stdout) / 1024))
    })
  })
