import { describe, expect, it } from 'vitest'
import { compress } from '../../../../src/compress.ts'

const findings = Array.from(
  { length: 60 },
  (_, at) => `- (${at + 1}) The handler of route ${at + 1} reads \`limit${at + 1}\` before it is checked.`,
)

/** A review, work on something else, and a request that names findings of the review. */
function conversation(request: string, between: readonly string[] = []): readonly object[] {
  return [
    { role: 'user', content: 'Review the routes.' },
    { role: 'assistant', content: ['# Review of the routes', ...findings].join('\n') },
    ...Array.from({ length: 6 }, (_, at) => [
      { role: 'user', content: `Rename the folder of part ${String.fromCharCode(97 + at)}, too.` },
      {
        role: 'assistant',
        content: `The folder is renamed. ${'The imports follow, and the tests of the part pass. '.repeat(12)}`,
      },
    ]).flat(),
    ...between.map(content => ({ role: 'assistant', content })),
    { role: 'user', content: request },
  ]
}

async function viewOf(messages: readonly object[]): Promise<string> {
  const view = await compress([...messages], { budget: 500, strategy: 'coverage' })
  return JSON.stringify(view.messages)
}

describe('items that the last request names', () => {
  it('are shown from a list of many turns ago', async () => {
    const view = await viewOf(conversation('Address 37 and 41'))
    expect(view).toContain('`limit37`')
    expect(view).toContain('`limit41`')
  })

  it('are those of the newest list that has them', async () => {
    const newer = ['37. The cache is read twice', '41. The log has no date'].join('\n')
    const view = await viewOf(conversation('Address 37 and 41', [newer]))
    expect(view).not.toContain('`limit37`')
  })

  it('are those that it answers one by one, with other work in between', async () => {
    const questions = [
      'Before I begin:',
      '1. Is `limitOfAll` kept?',
      '2. Which `cacheOfRoutes` is read first?',
    ].join('\n')
    const between = [questions, `The limits are listed. ${'Each of them has a test of its own. '.repeat(12)}`]
    const view = await viewOf(conversation('2. the smaller one\n1. yes', between))
    expect(view).toContain('`limitOfAll`')
    expect(view).toContain('`cacheOfRoutes`')
  })
})
