import { describe, expect, it } from 'vitest'
import { actionsOf } from '../../../src/scan/actions/actions-of.ts'
import { commandOutput } from '../../../src/scan/actions/command-output.ts'
import { runDirectory } from '../../../src/scan/actions/run-directory.ts'

const sweAgent = (directory: string): string =>
  `done\n(Open file: n/a)\n(Current directory: ${directory})\nbash-$`
const openHands = (directory: string): string =>
  `done\n[The command completed with exit code 0.]\n[Current working directory: ${directory}]\n[Python interpreter: /usr/bin/python]\n[Command finished with exit code 0]`

describe('runDirectory', () => {
  it.each<[string, string, string | undefined]>([
    ['npm test', sweAgent('/repo/app'), '/repo/app'],
    ['npm test', openHands('/repo/app'), '/repo/app'],
    ['npm test', 'done\nroot@1a2b3c:/repo/app # ', '/repo/app'],
    ['cd app && npm test', openHands('/repo/app'), '/repo'],
    ['cd /repo/app && npm test', openHands('/repo/app'), undefined],
    ['cd app/lib; cd ..', openHands('/repo/app'), '/repo'],
    ['cd $HOME', openHands('/root'), undefined],
    ['(cd app && make)', openHands('/repo'), '/repo'],
    ['cd missing', openHands('/repo'), undefined],
    ['npm test', 'me@host.example: see /repo', undefined],
    ['npm test', 'done', undefined],
  ])('of %s with %j is %s', (command, answer, directory) => {
    expect(runDirectory(undefined, command, answer)).toBe(directory)
  })

  it('is the one that the call names', () => {
    const call = { text: '{"command":"ls","workdir":"/other"}' }
    expect(runDirectory(call, 'ls', openHands('/repo'))).toBe('/other')
    expect(runDirectory(call, 'ls', undefined)).toBe('/other')
  })

  it('is where the files of a command are', () => {
    const call = { name: 'execute_bash', text: '{"command":"touch src/a.ts"}' }
    expect(actionsOf(call, { text: openHands('/repo/app') })).toContainEqual({
      type: 'create',
      path: '/repo/app/src/a.ts',
      outcome: 'ok',
    })
  })
})

it('what is printed of the directory is no output', () => {
  expect(commandOutput(sweAgent('/repo'))).toBe('done')
  expect(commandOutput(openHands('/repo'))).toBe('done')
})
