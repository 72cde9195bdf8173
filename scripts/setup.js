// Makes a fresh clone ready to run: packages and bundle, each only when it is missing or out of date.
// `--clean` leaves nothing of earlier builds behind, for the tarball.
// This file is read by any old Node, so that what it gets is a sentence and no syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22

if (isNewEnough) {
  import('./prepare.js').then(({ prepare }) =>
    prepare({ isClean: process.argv.includes('--clean') }),
  )
} else {
  console.error(
    `Building remite needs Node 20.19, 22.12 or newer; this is ${process.versions.node}.`,
  )
  process.exitCode = 1
}
