/** What the writer of a note reads. */
import { expect, it } from 'vitest'
import { compress } from '../../../../src/compress.ts'
import { longListing, toolStep } from '../tool-step.ts'

const root = '/home/me/projects/ledger/packages/core'

async function readFor(budget: `${number}%`): Promise<{ readonly view: string; readonly beside: string }> {
  let read = { view: '', beside: '' }
  await compress(
    [
      { role: 'user', content: 'Rename the branches of the ledger, one file after another.' },
      ...Array.from({ length: 12 }, (_, at) => [
        ...toolStep(`r${at}`, 'Read', { file_path: `${root}/src/branch-${at}.ts` }, longListing(at)),
        { role: 'assistant', content: `Branch ${at} books to ${root}/src/branch-${at}.ts from now on.` },
      ]).flat(),
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'The next one is the branch of Lisbon.' },
    ],
    {
      strategy: 'coverage',
      budget,
      model: {
        writer: (view, { beside }) => {
          read = { view, beside }
          return ''
        },
      },
    },
  )
  return read
}

it('has paths below a root where the view has them so, and whole ones where it has those', async () => {
  expect((await readFor('8%')).view).toContain('Files read: branch-0.ts; branch-1.ts')
  const { view } = await readFor('15%')
  expect(view).toContain(`Read ${root}/src/branch-4.ts`)
  expect(view).not.toContain('shown relative to')
})

it('has no message that the exact parts show whole', async () => {
  const { view, beside } = await readFor('15%')
  expect(beside).toContain('user: Rename the branches of the ledger')
  expect(view).not.toContain('user: Rename the branches of the ledger')
})
