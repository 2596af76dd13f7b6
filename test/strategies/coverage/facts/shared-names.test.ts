import { describe, expect, it } from 'vitest'
import { sharedNames } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { step } from '../../partition/session.ts'

const read = (file_path: string) => step(file_path, { name: 'Read', args: { file_path }, result: '' })

describe('sharedNames', () => {
  it('are those of several files, not of one that is named in several ways', () => {
    const paths = ['/w/src/index.ts', '/w/test/index.ts', '/w/src/tax.ts', 'src/tax.ts']
    expect([...sharedNames(paths.flatMap(read))]).toEqual(['index.ts'])
  })
})
