import { expect, it } from 'vitest'
import { echoedField } from '../../../src/scan/actions/echoed-field.ts'

const note = 'The "late" fare is shown in the list of routes.'
const sent = `api routes/7/notes -f body="The \\"late\\" fare is shown in the list of routes." -X PATCH`

it('names the field that repeats what was sent', () => {
  expect(echoedField(sent, JSON.stringify({ id: 7, path: 'routes/7', body: note }))).toBe('body')
  expect(echoedField(JSON.stringify({ text: note }), JSON.stringify({ text: note }))).toBe('text')
})

it.each([
  ['something else', JSON.stringify({ id: 7, body: 'The fare is not shown anywhere at all.' })],
  ['a short text', JSON.stringify({ id: 7, body: 'fare' })],
  ['no record', note],
  ['a record that is cut', `{"body": "${'fare '.repeat(9)}`],
])('finds none in %s', (_, answer) => {
  expect(echoedField(sent, answer)).toBe('')
})
