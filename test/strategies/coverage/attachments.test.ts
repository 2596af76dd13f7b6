import { expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'

const picture = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
}

it('says that a message had pictures where only its text is shown', () => {
  const filler = Array.from({ length: 12 }, (_, at) => [
    { role: 'user', content: `What does module ${at} do? ${'It is long and has many parts. '.repeat(20)}` },
    { role: 'assistant', content: `Module ${at} reads files. ${'It is called by others. '.repeat(40)}` },
  ]).flat()
  const messages = [
    { role: 'user', content: [picture, picture, { type: 'text', text: 'Why is the button in these grey?' }] },
    { role: 'assistant', content: 'It is disabled until a file is chosen.' },
    ...filler,
    { role: 'user', content: 'Go on.' },
  ]
  const { messages: view } = compressSync(messages, { format: 'anthropic', budget: '25%' })
  expect(JSON.stringify(view)).toContain('#1 user (2 images): Why is the button in these grey?')
})
