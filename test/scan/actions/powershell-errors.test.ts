import { describe, expect, it } from 'vitest'
import { powershellErrors } from '../../../src/scan/actions/powershell-errors.ts'
import { resultLines } from '../../../src/scan/actions/result-lines.ts'

const record = [
  'Get-Recipe : 503: The oven is closed',
  'At line:1 char:2',
  '+ (Get-Recipe -From https://bakery.example/bread ...',
  '+  ~~~~~~~~~~~~~~~~~~~~',
  '    + CategoryInfo          : InvalidOperation: (bread:Recipe) [Get-Recipe], BakeExc',
  '   eption',
  '    + FullyQualifiedErrorId : RecipeException,Bakery.Commands.GetRecipe',
]

describe('powershellErrors', () => {
  it('keeps the message of an error alone', () => {
    expect(resultLines(record.join('\r\n'), true)).toBe('Get-Recipe : 503: The oven is closed')
  })

  it('finds the message among other lines, where it goes on in a second one', () => {
    const lines = ['one', 'two', 'Get-Recipe : No recipe', 'is there.', ...record.slice(1), 'three', 'four']
    const text = lines.map(line => line.trim())
    expect(powershellErrors(text)).toEqual({
      lines: ['one', 'two', 'Get-Recipe : No recipe', 'is there.', 'three', 'four'],
      messages: ['Get-Recipe : No recipe'],
    })
    expect(resultLines(lines.join('\n'), true)).toBe('Get-Recipe : No recipe')
  })

  it('keeps lines that only look like a part of an error', () => {
    const lines = ['At line:1 char:2', 'one', '+ FullyQualified']
    expect(powershellErrors(lines)).toEqual({ lines, messages: [] })
  })
})
