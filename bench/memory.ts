import { execFile } from 'node:child_process'

/** The resident memory of a process, in MB; 0 if it has ended. */
export const residentMb = (pid: number): Promise<number> =>
  new Promise((resolve) => {
    // `ps` fails if there is no such process.
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_, stdout) => {
      resolve(Math.round(Number(stdout) / 1024))
    })
  })
