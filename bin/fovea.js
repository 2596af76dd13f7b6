#!/usr/bin/env node
// Plain JavaScript that every Node can parse: an old one gets a sentence instead of a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isOld = major < 22 || (major === 22 && minor < 18)
const [, , door, verb, ...rest] = process.argv
// These start once for each tool call of an agent: without all that the other commands load. An old Node, or an
// installation that is broken or is just being replaced, must not break the agent.
if (door === 'hook' && (verb === 'run' || verb === 'wrap')) {
  if (!isOld) keepCompiled()
  const hooks = isOld ? undefined : await import('../dist/hooks.js').catch(() => undefined)
  if (verb === 'run') await hooks?.hookRun(rest)
  else if (hooks === undefined) await runUnwrapped(rest.slice(rest.indexOf('--') + 1).join(' '))
  else await hooks.hookWrap(rest)
} else if (isOld) {
  process.stderr.write(
    `fovea needs Node 22.18 or newer and this is Node ${process.versions.node}: install a current Node, or run "npx fovea" in a clone of its repository after "npm ci", which brings its own.\n`,
  )
  process.exitCode = 1
} else {
  keepCompiled()
  if (await isPrepared()) {
    const { main } = await import('../dist/cli.js')
    await main(process.argv)
  } else process.exitCode = 1
}

/** The second start finds the code compiled. Node keeps it in the folder for temporary files, or where NODE_COMPILE_CACHE says. */
function keepCompiled() {
  process.getBuiltinModule('node:module').enableCompileCache()
}

/** A clone, and a package that npm installed from a git address, have no `dist` at their first start. */
async function isPrepared() {
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  const pathOf = name => fileURLToPath(new URL(name, import.meta.url))
  if (existsSync(pathOf('../dist/cli.js'))) return true
  const { spawnSync } = await import('node:child_process')
  const builder = ['--disable-warning=ExperimentalWarning', pathOf('../build/from-source.js')]
  return spawnSync(process.execPath, builder, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

async function runUnwrapped(command) {
  const { spawnSync } = await import('node:child_process')
  const { status, signal } = spawnSync(process.env.SHELL || '/bin/sh', ['-c', command], { stdio: 'inherit' })
  if (signal) process.kill(process.pid, signal)
  process.exitCode = status ?? 127
}
