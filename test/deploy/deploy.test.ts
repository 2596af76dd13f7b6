import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { batchCommand, workerCommand } from '../../src/doors/cli/batch-command.ts'
import { proxyCommand } from '../../src/doors/cli/proxy-command.ts'

const parser: string = 'js-yaml'
const yaml: { loadAll(text: string): unknown[] } | undefined = await import(parser).then(
  loaded => loaded.default ?? loaded,
  () => undefined,
)
const documentsIn = (name: string): unknown[] =>
  yaml?.loadAll(readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')) ?? []

/** Every list of words that starts our command line, wherever it is. */
function commandsIn(value: unknown): readonly (readonly string[])[] {
  if (Array.isArray(value) && value[0] === 'npx' && value[1] === 'fovea') return [value.slice(2)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(commandsIn) : []
}

/** Throws where an option is unknown. */
function parse([name, ...args]: readonly string[]): string {
  const command = [proxyCommand(), workerCommand(), batchCommand()].find(each => each.name() === name)
  if (command === undefined) throw new Error(`There is no command ${name}.`)
  const { unknown, operands } = command.parseOptions([...args])
  expect([unknown, operands]).toEqual([[], []])
  return command.name()
}

describe.skipIf(yaml === undefined)('deploy', () => {
  it('starts PostgreSQL, two proxies and a worker with compose, by options that exist', () => {
    const [compose] = documentsIn('compose.yaml') as [{ services: { proxy: { deploy: object } } }]
    expect(Object.keys(compose.services)).toEqual(['postgres', 'install', 'proxy', 'balancer', 'worker'])
    expect(compose.services.proxy.deploy).toEqual({ replicas: 2 })
    expect(commandsIn(compose).map(parse)).toEqual(['proxy', 'worker'])
  })

  it('probes what the proxy answers in Kubernetes, and gives it time to drain', () => {
    const all = documentsIn('kubernetes.yaml') as Record<string, unknown>[]
    expect(all.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'Deployment'])
    expect(commandsIn(all).map(parse)).toEqual(['proxy', 'worker'])
    const whole = JSON.stringify(all)
    for (const path of ['/fovea/health', '/fovea/ready']) expect(whole).toContain(`"path":"${path}"`)
    expect(whole).toContain('"terminationGracePeriodSeconds":60')
    expect(whole).not.toMatch(/postgres:\/\/[^/"]*:[^/"]*@/)
  })
})
