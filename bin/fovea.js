#!/usr/bin/env node
// Plain JavaScript that every Node can parse: an old one gets a sentence instead of a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `fovea needs Node 22.18 or newer and this is Node ${process.versions.node}: install a current Node, or run it inside the project with "npx fovea".\n`,
  )
  process.exitCode = 1
} else {
  const [, , door, verb, ...rest] = process.argv
  // These start once for each tool call of an agent: without all that the other commands load. An installation that is
  // broken, or is just being replaced, must not break the agent.
  if (door === 'hook' && verb === 'run') {
    const hook = await import('../dist/doors/hooks/hook-run.js').catch(() => undefined)
    await hook?.hookRun(rest)
  } else if (door === 'hook' && verb === 'wrap') {
    const hook = await import('../dist/doors/hooks/hook-wrap.js').catch(() => undefined)
    if (hook === undefined) await runUnwrapped(rest.slice(rest.indexOf('--') + 1).join(' '))
    else await hook.hookWrap(rest)
  } else {
    const { main } = await import('../dist/doors/cli/main.js')
    await main(process.argv)
  }
}

async function runUnwrapped(command) {
  const { spawnSync } = await import('node:child_process')
  const { status, signal } = spawnSync(process.env.SHELL || '/bin/sh', ['-c', command], { stdio: 'inherit' })
  if (signal) process.kill(process.pid, signal)
  process.exitCode = status ?? 127
}
