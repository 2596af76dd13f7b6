import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLedger, renderLedger } from '../../src/ledger/index.ts'

const root = join(import.meta.dirname, '../..')

describe('docs/ledger.md', () => {
  it('shows what the ledger of its session really is', () => {
    const session = JSON.parse(readFileSync(join(root, 'test/fixtures/ledger/parser-session.json'), 'utf8'))
    const { text } = renderLedger(createLedger(session))
    expect(readFileSync(join(root, 'docs/ledger.md'), 'utf8')).toContain(`\`\`\`markdown\n${text}\`\`\`\n`)
  })
})
