import { beforeEach, describe, expect, it } from 'vitest'
import { rememberedCall } from '../../../src/scan/actions/remembered-call.ts'
import { forgetReadings } from '../../../src/tokens/remembered.ts'

beforeEach(forgetReadings)

describe('rememberedCall', () => {
  it('reads a call once, by its name and its arguments', () => {
    let reads = 0
    const describe = rememberedCall(({ name, text }) => {
      reads += 1
      return `${name} ${text}`
    }, 'described')
    const asked = () => [
      describe({ name: 'Bash', text: 'ls' }),
      describe({ name: 'Read', text: 'ls' }),
      describe({ name: 'Bash', text: 'pwd' }),
    ]
    expect(asked()).toEqual(['Bash ls', 'Read ls', 'Bash pwd'])
    expect(asked()).toEqual(['Bash ls', 'Read ls', 'Bash pwd'])
    expect(reads).toBe(3)
  })
})
