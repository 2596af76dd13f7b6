#!/usr/bin/env node
// Plain JavaScript that every Node can parse: an old one gets a sentence instead of a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `fovea needs Node 22.18 or newer and this is Node ${process.versions.node}: install a current Node, or run it inside the project with "npx fovea".\n`,
  )
  process.exitCode = 1
} else {
  const { main } = await import('../dist/cli/main.js')
  await main(process.argv)
}
