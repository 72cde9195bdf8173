// Prepares a fresh clone: installs packages and builds the bundle if they are missing or out of date.
// `--clean` also removes the files of earlier builds, for the tarball.
// Old versions of Node must be able to parse this file and print the sentence below.
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
